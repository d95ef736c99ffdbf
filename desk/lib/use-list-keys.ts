import { useEffect, useRef } from 'react';
import { keysAreOn } from './keys.ts';

export interface ListKeys {
  /** The rows in the order in which they stand. Each is a link, or a button, that is marked `data-row` with its id. */
  readonly ids: readonly string[];
  /** The row whose record is open. */
  readonly selected: string | undefined;
  /** Closes the open record; the focus then goes to its row. */
  readonly onLeave: () => void;
  /**
   * What else a key does to the row of the focus, or else of the open record, by `KeyboardEvent.key`. A row that went from the list
   * while it had the focus is nobody's: nothing is done until the focus is somewhere again.
   */
  readonly acts?: Readonly<Record<string, (id: string) => void>>;
}

/** The row after (1) or before (-1) a row, without leaving the list. The first row when none or an unknown one is given. */
export function neighbour(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + step))];
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

const rowIdOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;

/** Whether nothing has the focus, as when the element that had it is taken away. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The keys of every list: arrows walk the rows, Enter opens one (a row is a link), Esc goes back from the record to its row. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  /** The row that got the focus last, until the focus goes elsewhere. */
  const walked = useRef<string>(undefined);
  useEffect(() => {
    current.current = keys;
    // A row that moves to another group is a new element, and the browser gives the focus of the old one to nothing.
    if (walked.current !== undefined && isFocusLost()) rowOf(walked.current)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const focusRow = (id: string | undefined): boolean => {
      if (id === undefined) return false;
      const row = rowOf(id);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
      return row !== null;
    };
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const { ids, selected, acts, onLeave } = current.current;
      const at = walked.current ?? selected;
      const isGone = walked.current !== undefined && !ids.includes(walked.current);
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (focusRow(neighbour(ids, at, event.key === 'ArrowDown' ? 1 : -1))) event.preventDefault();
      } else if (event.key === 'Escape' && selected !== undefined) {
        onLeave();
        if (!focusRow(selected)) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      } else if (at !== undefined && !isGone && !event.repeat && keysAreOn()) acts?.[event.key]?.(at);
    };
    const follow = ({ target }: Event) => {
      walked.current = rowIdOf(target);
    };
    walked.current = rowIdOf(document.activeElement);
    document.addEventListener('keydown', press);
    document.addEventListener('focusin', follow);
    // Whoever presses on what takes no focus has left the row too.
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, []);
}
