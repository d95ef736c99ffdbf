import { useEffect } from 'react';
import { listen } from '#client/lib/listen.ts';
import { giveDraftsTo } from '../lib/drafts.ts';
import { leaveSearch } from '../lib/leave-search.ts';
import { type OpenedLink, useOpenedLink } from '../lib/opened-link.ts';
import { dropProof } from '../lib/proof.ts';
import { queryClient } from '../lib/read.ts';
import {
  currentPersonId,
  currentSessionState,
  onSessionState,
  refreshSessionState,
  setSessionState,
} from '../lib/session.ts';
import { dropShown } from '../lib/shown-once.ts';

const lookAgainEveryMs = 60_000;

/**
 * Drops everything that was read or is shown once, and an open question for a proof, when the signed-in person changes or signs out.
 * Drafts stay for the person who typed them, and what is shown once until it is known who is signed in.
 */
function forgetOnSignOut(): () => void {
  let personId: string | undefined;
  let shownTo: string | undefined;
  return onSessionState(() => {
    const id = currentPersonId();
    const { state } = currentSessionState();
    if (state === 'unreachable') return;
    if (state !== 'unknown' && id !== shownTo) {
      shownTo = id;
      dropShown();
    }
    if (id === personId) return;
    personId = id;
    queryClient.clear();
    dropProof();
    if (id !== undefined && giveDraftsTo(id)) leaveSearch();
  });
}

/**
 * The browser can keep a whole page and show it again (its back/forward cache), although the session of that page has ended by
 * then. So the page is covered when it is left, and uncovered once the server has said who is signed in.
 */
function coverWhileAway(): () => void {
  const { documentElement } = document;
  const cover = () => documentElement.setAttribute('data-covered', '');
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (persisted) {
      setSessionState({ state: 'unknown' });
      queryClient.clear();
      await refreshSessionState();
    }
    documentElement.removeAttribute('data-covered');
  };
  return listen(window, { pagehide: cover, pageshow: (event) => void onShow(event as PageTransitionEvent) });
}

/** Starts what runs while the console is open, signed in or not. Returns the link that opened the page; undefined if none did. */
export function useStart(): OpenedLink | undefined {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refreshSessionState();
    };
    const ends = [forgetOnSignOut(), coverWhileAway(), listen(document, { visibilitychange: look })];
    void refreshSessionState();
    // Notices a session that ran out while nothing was read or sent. This question does not count as activity of the person.
    const timer = setInterval(() => void refreshSessionState(), lookAgainEveryMs);
    return () => {
      clearInterval(timer);
      for (const end of ends) end();
    };
  }, []);
  return useOpenedLink();
}
