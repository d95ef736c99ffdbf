import { type ComponentType, useEffect, useState } from 'react';
import { pages } from '#contract/pages.ts';
import { openPortalEvent } from './open-portal.ts';

type Room = ComponentType<{ open: boolean; onClose: () => void }>;

/** Opens the dealer portal when the window's event asks for it. What lies behind is loaded then, not before. */
export function PortalDoor() {
  const [Room, setRoom] = useState<Room>();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const enter = async () => {
      try {
        const { PortalRoom } = await import('./PortalRoom.tsx');
        setRoom(() => PortalRoom);
        setOpen(true);
      } catch {
        // The module did not load (a deployment replaced it, or the network is gone): the page of its own may.
        location.assign(pages.portal);
      }
    };
    const hear = () => void enter();
    addEventListener(openPortalEvent, hear);
    return () => removeEventListener(openPortalEvent, hear);
  }, []);

  return Room && <Room open={open} onClose={() => setOpen(false)} />;
}
