import { useEffect, useRef } from 'react';
import { keysAreOn } from '../lib/keys.ts';
import { type BoardGroup, neighbour } from './board-rows.ts';

interface QueueKeys {
  readonly groups: readonly BoardGroup[];
  readonly selected: string | undefined;
  readonly onAccept: (id: string) => void;
  readonly onLeave: () => void;
}

/** Whether a key belongs to what is typed or to an open dialog. */
const isTaken = ({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  altKey ||
  ctrlKey ||
  metaKey ||
  document.querySelector('dialog:modal') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null);

const rowOf = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

const focusedRow = (): string | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? activeElement.dataset['row'] : undefined;
};

/** The keys of the deal board: arrows walk the rows, Enter opens one, `a` accepts, Esc goes back from the record to its row. */
export function useQueueKeys(keys: QueueKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { groups, selected, onAccept, onLeave } = current.current;
      const at = focusedRow() ?? selected;
      if (isTaken(event)) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const next = rowOf(neighbour(groups, at, event.key === 'ArrowDown' ? 1 : -1));
        if (!next) return;
        event.preventDefault();
        next.focus();
        next.scrollIntoView({ block: 'nearest' });
      } else if (event.key === 'a' && keysAreOn() && at !== undefined && !event.repeat) onAccept(at);
      else if (event.key === 'Escape' && selected !== undefined) {
        onLeave();
        rowOf(selected)?.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
