/** Keeps a receipt in view, also over a reload. */
import { type RefObject, useEffect } from 'react';
import { giveFocus } from '#client/lib/focus.ts';
import { listen } from '#client/lib/listen.ts';
import { browserEnvironment } from '../sending/environment.ts';

/** The reference of the receipt that was in view when the page was left. */
const sightKey = 'boxline.receipt-in-sight';

/** Scrolls a receipt to the top of the view and focuses its heading. */
export function bringInSight(receipt: HTMLElement | null): void {
  const heading = receipt?.querySelector('h2');
  if (!heading) return;
  giveFocus(heading);
  receipt?.scrollIntoView({ block: 'start', behavior: 'instant' });
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Brings a receipt into view that is new, or was in view when its page was reloaded. */
export function useKeepReceiptInView(receipt: RefObject<HTMLElement | null>, reference: string, isNew: boolean): void {
  useEffect(() => {
    const { tab } = browserEnvironment();
    if (isNew || tab.read(sightKey) === reference) bringInSight(receipt.current);
    tab.remove(sightKey);
    const leave = () => {
      if (receipt.current && isInSight(receipt.current)) tab.write(sightKey, reference);
    };
    return listen(window, { pagehide: leave });
  }, [receipt, reference, isNew]);
}
