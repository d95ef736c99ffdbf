import { useEffect, useState } from 'react';
import { ignorePressesMs } from '../lib/press-guard.ts';

/**
 * Whether the controls have been visible long enough for a press to be intended: false for a moment after `actions` changes.
 * @param actions a key of the controls that can be pressed
 */
export function useSettled(actions: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(actions), ignorePressesMs);
    return () => clearTimeout(timer);
  }, [actions]);
  return settled === actions;
}

/** Whether a control may be pressed. `by key`: it has only moved, and a key cannot miss it as a thumb can. */
export type Ready = boolean | 'by key';

/**
 * The props of a button or link that does nothing until it is ready: until it has settled, or while a press is being sent.
 * @param press what the button does; a link needs none
 */
export const pressWhen = (ready: Ready, press?: () => unknown) => ({
  'aria-disabled': ready !== true || undefined,
  onClick(event: Pick<UIEvent, 'detail' | 'preventDefault'>): void {
    // Only the click that a browser makes of a key has no count.
    if (event.detail ? ready === true : ready) press?.();
    else event.preventDefault();
  },
});
