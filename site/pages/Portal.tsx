import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '#client/lib/store.ts';
import { goTo } from '../navigation/navigation.ts';
import { AccessDialog } from '../portal/access/AccessDialog.tsx';
import { LockedScreen } from '../portal/access/LockedScreen.tsx';
import { loadPortalScreen } from '../portal/load.ts';
import { portal } from '../portal/portal.ts';
import { openPortalEvent } from '../portal/portal-events.ts';
import { LeftRequest } from '../portal/screen/LeftRequest.tsx';
import './portal.css';

/** The portal opens only after this code was loaded, so no fallback is ever shown. */
const PortalScreen = lazy(async () => ({ default: (await loadPortalScreen()).PortalScreen }));

/** The dealer portal: locked or open (S4.7). */
export function Portal() {
  const state = useStore(portal.store);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    portal.enterPage();
    void portal.keepTime(signal);
    addEventListener('pagehide', portal.leaveDocument, { signal });
    // The browser restores a cached page as it was left. Another person may sit there by then.
    addEventListener('pageshow', (event) => event.persisted && portal.enterPage(), { signal });
    addEventListener(openPortalEvent, portal.openAccessForm, { signal });
    addEventListener('online', portal.renew, { signal });
    document.addEventListener('visibilitychange', portal.reconnect, { signal });
    return () => {
      listening.abort();
      portal.leavePage();
    };
  }, []);

  const cancel = () => {
    if (state.request.status === 'none' && state.outOfSight.length === 0) void goTo('home');
  };

  return (
    <>
      {state.status === 'open' ? (
        <Suspense>
          <PortalScreen {...state} />
        </Suspense>
      ) : (
        <LockedScreen {...state} />
      )}
      <LeftRequest />
      <AccessDialog onCancel={cancel} showsCard />
    </>
  );
}
