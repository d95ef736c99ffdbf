import { useEffect, useState } from 'react';

/** How long what has just appeared does not act, in milliseconds: a second tap of a double tap comes sooner. */
export const settleMs = 600;

/**
 * Whether what can be pressed has been in sight long enough to be meant: false for a moment after `actions` changes.
 *
 * @param actions what can be pressed, as a key
 */
export function useSettled(actions: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(actions), settleMs);
    return () => clearTimeout(timer);
  }, [actions]);
  return settled === actions;
}
