import { type ComponentType, useEffect, useState } from 'react';
import { pages } from '#contract/pages.ts';
import { onIntent } from '../navigation/intent.ts';
import { loadLatest } from '../navigation/pending-load.ts';
import { openPortalEvent, portalNoticeEvent, portalRequestEvent } from './portal-events.ts';

/** The header's form, which opens the portal. */
const openerSelector = `form[action="${pages.portal}"]`;

/** Loads the portal's dialogs over other pages of the site. */
const loadPortalDialogs = () => import('./PortalDialogs.tsx');

type PortalDialogsModule = Awaited<ReturnType<typeof loadPortalDialogs>>;

// After a failure the next use loads the dialogs again, and handles that failure.
const preload = (): void => void loadPortalDialogs().catch(() => undefined);

const preloadForOpener = ({ target }: Event): void => {
  if (target instanceof Element && target.closest(openerSelector)) preload();
};

/**
 * Opens the dealer portal when the window gets the event for it. The portal's code is loaded then, or earlier, when the person is
 * about to press.
 *
 * @param elsewhere false on the portal's own page, which has the dialogs itself
 */
export function PortalLoader({ elsewhere }: { elsewhere: boolean }) {
  const [Dialogs, setDialogs] = useState<ComponentType>();

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const show = ({ PortalDialogs }: PortalDialogsModule) => setDialogs(() => PortalDialogs);
    const open = async () => {
      // If the module cannot be loaded, go to the portal's own page, which perhaps can be.
      const loaded = await loadLatest(loadPortalDialogs, () => location.assign(pages.portal));
      if (!loaded) return;
      show(loaded);
      loaded.openAccessForm();
    };
    addEventListener(portalRequestEvent, preload, { signal });
    // The module is loaded before a notice can exist, so this works without a network.
    addEventListener(portalNoticeEvent, () => void loadPortalDialogs().then(show, reportError), { signal });
    if (elsewhere) {
      addEventListener(openPortalEvent, () => void open(), { signal });
      onIntent(preloadForOpener, signal);
    }
    return () => listening.abort();
  }, [elsewhere]);

  return Dialogs && elsewhere && <Dialogs />;
}
