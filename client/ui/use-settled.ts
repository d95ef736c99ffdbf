import { useEffect, useState } from 'react';
import { settleMs } from '../lib/settle.ts';

/**
 * Whether the controls have been visible long enough for a press to be intended: false for a moment after `actions` changes.
 * @param actions a key of the controls that can be pressed
 */
export function useSettled(actions: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(actions), settleMs);
    return () => clearTimeout(timer);
  }, [actions]);
  return settled === actions;
}

/**
 * The props of a button or link that does nothing until it is ready: until it has settled, or while a press is being sent.
 * @param press what the button does; a link needs none
 */
export const pressWhen = (isReady: boolean, press?: () => unknown) => ({
  'aria-disabled': !isReady || undefined,
  onClick(event: Pick<Event, 'preventDefault'>): void {
    if (isReady) press?.();
    else event.preventDefault();
  },
});
