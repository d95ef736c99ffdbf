/** A receipt stays in sight until the person leaves it. */
import { type RefObject, useEffect } from 'react';
import { giveFocus } from '#client/lib/focus.ts';
import { browserEnvironment } from '../sending/environment.ts';

/** Which receipt was in sight as the page went away, by its form. */
const sightKey = 'boxline.receipt-in-sight';

/** Brings a receipt to the top of the view, for eyes and ears. */
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

/** Brings a receipt in sight again that was in sight when its page was reloaded. */
export function useKeptInSight(receipt: RefObject<HTMLElement | null>, reference: string): void {
  useEffect(() => {
    const { tab } = browserEnvironment();
    if (tab.read(sightKey) === reference) bringInSight(receipt.current);
    tab.remove(sightKey);
    const leave = () => {
      if (receipt.current && isInSight(receipt.current)) tab.write(sightKey, reference);
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [receipt, reference]);
}
