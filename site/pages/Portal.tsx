import { useEffect } from 'react';
import { useStore } from '#client/lib/store.ts';
import { goTo } from '../navigation/navigation.ts';
import { AccessDialog } from '../portal/gate/AccessDialog.tsx';
import { Gate } from '../portal/gate/Gate.tsx';
import { keepTime, lock, running } from '../portal/portal.ts';
import { openPortalEvent } from '../portal/portal-events.ts';
import { LeftRequest } from '../portal/screen/LeftRequest.tsx';
import { PortalScreen } from '../portal/screen/PortalScreen.tsx';
import './portal.css';

const nothing = () => undefined;

/** The running request comes back without the code; without one there is nothing here before the code. */
function arrive(): void {
  if (lock.store.get().state === 'open') return;
  running.lookOn();
  if (running.kept() === undefined) lock.ask();
}

/** Leaving locks, however the page is left. */
function leave(): void {
  lock.lock();
  running.rest();
}

/** To another site, or into the browser's cache of pages. */
function leaveDocument(): void {
  lock.leave();
  running.rest();
}

/** The dealer portal: locked or open (S4.7). */
export function Portal() {
  const state = useStore(lock.store);
  const request = useStore(running.store);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    arrive();
    void keepTime(signal);
    addEventListener('pagehide', leaveDocument, { signal });
    // A page that the browser kept comes back as it was left; whoever sits there now may be somebody else.
    addEventListener('pageshow', (event) => event.persisted && arrive(), { signal });
    addEventListener(openPortalEvent, lock.ask, { signal });
    addEventListener('online', running.hurry, { signal });
    document.addEventListener('visibilitychange', running.hurry, { signal });
    return () => {
      listening.abort();
      leave();
    };
  }, []);

  const cancel = () => {
    if (request.state === 'none') void goTo('home');
  };

  return (
    <>
      {state.state === 'open' ? <PortalScreen session={state.session} /> : <Gate request={request} />}
      <LeftRequest />
      <AccessDialog onOpen={nothing} onCancel={cancel} showsCard />
    </>
  );
}
