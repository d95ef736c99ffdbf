import { useEffect } from 'react';
import { giveDraftsTo } from '../lib/drafts.ts';
import { leaveSearch } from '../lib/leave-search.ts';
import { type OpenedLink, useOpenedLink } from '../lib/opened-link.ts';
import { dropProof } from '../lib/proof.ts';
import { queryClient } from '../lib/read.ts';
import { currentPersonId, currentStanding, onStanding, refreshStanding, setStanding } from '../lib/session.ts';

const lookAgainEveryMs = 60_000;

/** What was read belongs to whoever was signed in: it is dropped when nobody, or somebody else, is. What was typed waits for its person. */
function forgetOnSignOut(): () => void {
  let personId: string | undefined;
  return onStanding(() => {
    const id = currentPersonId();
    if (currentStanding().state === 'unreachable' || id === personId) return;
    personId = id;
    queryClient.clear();
    dropProof();
    if (id !== undefined && giveDraftsTo(id)) leaveSearch();
  });
}

/**
 * A page that the browser kept whole and shows again (its back/forward cache) may belong to a session that has ended: it is
 * covered when it is left, and uncovered once the server has said who is there.
 */
function coverWhileAway(): () => void {
  const { documentElement } = document;
  const cover = () => documentElement.setAttribute('data-covered', '');
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (persisted) {
      setStanding({ state: 'unknown' });
      queryClient.clear();
      await refreshStanding();
    }
    documentElement.removeAttribute('data-covered');
  };
  const show = (event: PageTransitionEvent) => void onShow(event);
  addEventListener('pagehide', cover);
  addEventListener('pageshow', show);
  return () => {
    removeEventListener('pagehide', cover);
    removeEventListener('pageshow', show);
  };
}

/** What the console does as long as it is open, whoever is there. Returns the link that it was opened by, if it was. */
export function useStart(): OpenedLink | undefined {
  useEffect(() => {
    const ends = [forgetOnSignOut(), coverWhileAway()];
    void refreshStanding();
    // A session that ran out while nothing was read or sent. Asking is no sign of the person.
    const timer = setInterval(() => void refreshStanding(), lookAgainEveryMs);
    const look = () => {
      if (document.visibilityState === 'visible') void refreshStanding();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      for (const end of ends) end();
    };
  }, []);
  return useOpenedLink();
}
