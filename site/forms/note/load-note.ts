/** The note about forms, which every page shows once it was loaded. Small: every page has this file. */
import type { ReactNode } from 'react';
import { createStore } from '#client/lib/store.ts';

/** The note, once it is loaded. */
export const placedNote = createStore<ReactNode>(undefined);

let loading: Promise<void> | undefined;

/** Loads and starts the note and the send queue. Rejects when its file cannot be fetched; the next call tries again. */
export function loadNote(): Promise<void> {
  loading ??= import('./FormsNote.tsx')
    .then((file) => placedNote.set(file.startNote()))
    .catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return loading;
}
