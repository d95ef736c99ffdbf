import { useEffect, useRef } from 'react';
import { listen } from '#client/lib/listen.ts';
import { isTakenKey, keysAreOn } from './keys.ts';

interface ListKeys {
  /** The ids of the rows in their order. Each row is a link or a button whose `data-row` is its id. */
  readonly ids: readonly string[];
  /** The row whose record is open. */
  readonly selected: string | undefined;
  /** Closes the open record; the focus then goes to its row. */
  readonly onLeave: () => void;
  /** Called when somebody presses the key for the next row on the last one, but not again while the key is held down. */
  readonly onEnd?: () => void;
  /**
   * Further keys, by `KeyboardEvent.key`. A key acts on the row that has the focus, otherwise on the row of the open record. When
   * the focused row has left the list, keys do nothing until the focus is somewhere again.
   */
  readonly acts?: Readonly<Record<string, (id: string) => void>>;
}

/** The row after (1) or before (-1) a row; at an end of the list, the same row. The first row when `id` is undefined or unknown. */
export function neighbour(ids: readonly string[], id: string | undefined, step: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + step))];
}

/** Whether a key belongs to what is typed or selected. */
const isOfText = ({ target, key, shiftKey }: KeyboardEvent): boolean =>
  // Shift and an arrow extend a selection in the record.
  (shiftKey && key.startsWith('Arrow')) ||
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null);

const rowOf = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

const rowIdOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;

/** Whether nothing has the focus, for example because the focused element was removed. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function focusRow(id: string | undefined): boolean {
  const row = rowOf(id);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return row !== null;
}

/** Focuses a row, or the page when the row is not in the list. */
function focusRowOrPage(id: string): void {
  if (!focusRow(id)) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** The keys of every list: arrows walk the rows, Enter opens one (a row is a link), Esc goes back from the record to its row. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys);
  /** The row that has the focus or had it last. Undefined once the focus is elsewhere. */
  const walked = useRef<string>(undefined);
  useEffect(() => {
    const left = current.current.selected;
    current.current = keys;
    // The record is closed, and the focus was in it. On a telephone its row is on the screen again only now.
    if (left !== undefined && keys.selected === undefined && isFocusLost()) focusRowOrPage(left);
    // A row that moves to another group is a new element, and the focus of the old element is lost.
    if (walked.current !== undefined && isFocusLost()) rowOf(walked.current)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTakenKey(event) || isOfText(event)) return;
      const { ids, selected, acts, onLeave, onEnd } = current.current;
      const at = walked.current ?? selected;
      const isGone = walked.current !== undefined && !ids.includes(walked.current);
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (focusRow(neighbour(ids, at, event.key === 'ArrowDown' ? 1 : -1))) event.preventDefault();
        if (event.key === 'ArrowDown' && at !== undefined && at === ids.at(-1) && !event.repeat) onEnd?.();
      } else if (event.key === 'Escape' && selected !== undefined) {
        onLeave();
        focusRowOrPage(selected);
      } else if (at !== undefined && !isGone && !event.repeat && keysAreOn()) acts?.[event.key]?.(at);
    };
    const follow = ({ target }: Event) => {
      walked.current = rowIdOf(target);
    };
    walked.current = rowIdOf(document.activeElement);
    const keydown = (event: Event) => press(event as KeyboardEvent);
    // A press on something that takes no focus leaves the row, too.
    return listen(document, { keydown, focusin: follow, pointerdown: follow });
  }, []);
}
