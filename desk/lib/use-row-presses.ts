import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { followPresses } from '#client/lib/presses.ts';

const idOf = ({ dataset }: HTMLElement): string | undefined => dataset['row'];

/** Opens the record of a row, also when the row has gone from the list. */
function openRow(row: HTMLElement): void {
  const id = idOf(row);
  if (id === undefined) return;
  const now = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  if (now) now.click();
  else if (row instanceof HTMLAnchorElement) navigate(row.pathname + row.search);
}

/**
 * Handles presses while rows move under the pointer: a press opens the row on which it began, and a button does not act on a press
 * that began on another element. A row is a link, or a button, that is marked `data-row` with its id.
 */
export function useRowPresses(): void {
  useEffect(() => {
    const leaving = new AbortController();
    followPresses(leaving.signal, {
      isSame: (pressed, other) => idOf(pressed) !== undefined && idOf(pressed) === idOf(other),
      onMoved: openRow,
    });
    return () => leaving.abort();
  }, []);
}
