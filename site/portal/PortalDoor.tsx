import { type ComponentType, useEffect, useState } from 'react';
import { pages } from '#contract/pages.ts';
import { loadAsked } from '../app/navigation.ts';
import { loadRoom, openPortalEvent, portalNewsEvent } from './open-portal.ts';

/** What leads into the portal: the header's form, which fires the event. */
const wayIn = `form[action="${pages.portal}"]`;

type LoadedRoom = Awaited<ReturnType<typeof loadRoom>>;

const prepare = (event: Event): void => {
  if (!(event.target instanceof Element) || !event.target.closest(wayIn)) return;
  // A module that does not load now is asked for again by the event, which says what happens then.
  loadRoom().catch(() => undefined);
};

/**
 * Opens the dealer portal when the window's event asks for it. What lies behind is loaded then, not before.
 *
 * @param elsewhere false on the portal's own page, which has the dialog itself
 */
export function PortalDoor({ elsewhere }: { elsewhere: boolean }) {
  const [Room, setRoom] = useState<ComponentType>();

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const bring = ({ PortalRoom }: LoadedRoom) => setRoom(() => PortalRoom);
    const enter = async () => {
      // When the module does not load, the page of its own may.
      const loaded = await loadAsked(loadRoom, () => location.assign(pages.portal));
      if (!loaded) return;
      bring(loaded);
      loaded.ask();
    };
    // Whoever has news has loaded the room before.
    addEventListener(portalNewsEvent, () => void loadRoom().then(bring, reportError), { signal });
    if (elsewhere) {
      addEventListener(openPortalEvent, () => void enter(), { signal });
      for (const intent of ['pointerover', 'focusin', 'touchstart'] as const) {
        document.addEventListener(intent, prepare, { signal, passive: true });
      }
    }
    return () => listening.abort();
  }, [elsewhere]);

  return Room && elsewhere && <Room />;
}
