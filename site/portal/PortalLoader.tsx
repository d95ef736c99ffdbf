import { type ComponentType, useEffect, useState } from 'react';
import { pages } from '#contract/pages.ts';
import { loadLatest } from '../navigation/pending-load.ts';
import { loadPortalDialogs } from './load.ts';
import { openPortalEvent, portalNoticeEvent } from './portal-events.ts';

/** The header's form, which opens the portal. */
const openerSelector = `form[action="${pages.portal}"]`;

type PortalDialogsModule = Awaited<ReturnType<typeof loadPortalDialogs>>;

const preload = (event: Event): void => {
  if (!(event.target instanceof Element) || !event.target.closest(openerSelector)) return;
  // The press loads it again after a failure, and handles that one.
  loadPortalDialogs().catch(() => undefined);
};

/**
 * Opens the dealer portal when the window's event asks for it. The portal's code is loaded then, or when the person is
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
      // If the module cannot be loaded, the portal's own page perhaps can.
      const loaded = await loadLatest(loadPortalDialogs, () => location.assign(pages.portal));
      if (!loaded) return;
      show(loaded);
      loaded.openAccessForm();
    };
    // The module is loaded before a notice can exist, so this works without a network.
    addEventListener(portalNoticeEvent, () => void loadPortalDialogs().then(show, reportError), { signal });
    if (elsewhere) {
      addEventListener(openPortalEvent, () => void open(), { signal });
      for (const intent of ['pointerover', 'focusin', 'touchstart'] as const) {
        document.addEventListener(intent, preload, { signal, passive: true });
      }
    }
    return () => listening.abort();
  }, [elsewhere]);

  return Dialogs && elsewhere && <Dialogs />;
}
