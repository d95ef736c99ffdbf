/** Where every page shows the note about forms, once something that has a say in it was loaded. Small: every page has it. */
import type { ReactNode } from 'react';

let placed: ReactNode;
const listeners = new Set<() => void>();

export const placedNote = (): ReactNode => placed;

/** Puts the note on whatever page is shown. It shows nothing while there is nothing to tell. */
export function placeNote(note: ReactNode): void {
  placed = note;
  for (const listener of listeners) listener();
}

export function watchNotePlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
