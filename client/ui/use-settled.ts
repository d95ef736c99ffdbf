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
