/**
 * What every page does about the forms on this device. It removes what is too old. It checks whether anything waits to be sent, was
 * sent without an answer, or may have changed since; only then it loads the send queue and the note.
 */
import { keysOf, tryStorage } from '#client/lib/storage.ts';
import { loadNote } from '../note/load-note.ts';
import { runAfter, untilDone } from './backoff.ts';
import { draftPrefix, forgetOld, postedPrefix, queuedPrefix, unheardPrefix } from './lifetimes.ts';

/**
 * Whether a submission waits, got no answer, or may have been changed since it was sent. False when the browser refuses its
 * storage, because then nothing can be stored there.
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

interface FormsStart {
  readonly open: () => Storage;
  readonly events: Pick<EventTarget, 'addEventListener'>;
  readonly now: () => number;
  /** Loads and starts the send queue and the note. */
  readonly load: () => Promise<void>;
  /** Runs a task once, after a time. The returned function cancels it. */
  readonly after: typeof runAfter;
}

/**
 * Sends waiting submissions and shows their results, on any page of the site: now, and whenever the page is shown, comes online, or
 * another tab stores something.
 *
 * @returns a function that stops checking. What was started goes on until the page ends.
 */
export function startForms({
  open = () => localStorage,
  events = window,
  now = Date.now,
  load = loadNote,
  after = runAfter,
}: Partial<FormsStart> = {}): () => void {
  tryStorage(open, (storage) => forgetOld(storage, now()), undefined);
  return untilDone(() => (holdsSent(open) ? load() : undefined), events, after);
}
