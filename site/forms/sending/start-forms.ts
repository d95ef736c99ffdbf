/**
 * What every page does about what this device keeps: takes away what is too old, looks whether anything waits to be sent, was
 * sent and not answered, or was changed since, and only then loads what sends it and tells what became of it.
 */
import { keysOf, tryStorage } from '#client/lib/storage.ts';
import { loadNote } from '../note/load-note.ts';
import { runAfter, untilDone } from './backoff.ts';
import { draftPrefix, forgetOld, postedPrefix, queuedPrefix, unheardPrefix } from './lifetimes.ts';

/**
 * Whether something waits, was not answered, or may have been changed since it was sent. False also where the browser refuses its
 * storage: then nothing can wait there.
 */
const holdsSent = (open: () => Storage): boolean =>
  tryStorage(
    open,
    (storage) => {
      const keys = keysOf(storage);
      const has = (prefix: string) => keys.some((key) => key.startsWith(prefix));
      return has(queuedPrefix) || has(unheardPrefix) || (has(draftPrefix) && has(postedPrefix));
    },
    false,
  );

export interface FormsStart {
  readonly open: () => Storage;
  readonly events: Pick<EventTarget, 'addEventListener'>;
  readonly now: () => number;
  /** Loads what sends and what tells, and sets them to work. */
  readonly load: () => Promise<void>;
  /** Runs `task` once, after a time; the answer takes it back. */
  readonly after: typeof runAfter;
}

const browser = (): FormsStart => ({
  open: () => localStorage,
  events: window,
  now: Date.now,
  load: loadNote,
  after: runAfter,
});

/**
 * Sends what waits and tells what became of it, on any page of the site: now, and whenever the page is shown, comes online
 * or another tab puts something aside.
 *
 * @returns stops looking. What was set to work stays at work until the page ends.
 */
export function startForms({ open, events, now, load, after }: FormsStart = browser()): () => void {
  tryStorage(open, (storage) => forgetOld(storage, now()), undefined);
  return untilDone(() => (holdsSent(open) ? load() : undefined), events, after);
}
