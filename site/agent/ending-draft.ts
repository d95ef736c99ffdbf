/**
 * The ending that an agent types for a request, and whether it was sent. This tab keeps it, because the dealership may cancel
 * meanwhile and the phone may unload the page.
 */
import { fitting, matching, object, oneOf, optional, type TypeOf, text } from '#client/lib/shape.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import type { DoneBody } from '#contract/agent-endpoints.ts';
import { closingNoteMaxLength, dispositionNames } from '#contract/agent-request.ts';
import { referencePattern } from '#contract/reference.ts';

/** Under this key the build before kept the ending of one request. */
const key = 'boxline.agent.ending';
const keyOf = (reference: string) => `${key}.${reference}`;

const endingDraft = object({
  version: oneOf(recordVersion),
  reference: matching(referencePattern),
  /** Empty until one is chosen. */
  disposition: oneOf('', ...dispositionNames),
  note: text,
  /** Missing for `no`. */
  sent: optional(oneOf('no', 'perhaps', 'yes')),
});

/** Whether the desk has the ending. `perhaps`: no answer came to the press that sent it. */
export type Sent = 'no' | 'perhaps' | 'yes';

export type EndingDraft = Omit<TypeOf<typeof endingDraft>, 'version' | 'reference'>;

/**
 * Keeps the ending for the request with this reference. `sent` stays as it was while the note is the same.
 */
export function keepEnding(storage: TextStorage, reference: string, draft: EndingDraft): void {
  const { note, sent } = keptEnding(storage, reference);
  storage.write(
    keyOf(reference),
    JSON.stringify({ ...(note === draft.note && { sent }), ...draft, version: recordVersion, reference }),
  );
}

/** The ending kept for the request with this reference; an empty one when there is none. */
export function keptEnding(storage: TextStorage, reference: string): EndingDraft {
  const kept = fitting(endingDraft, readJson(storage.read(keyOf(reference)) ?? storage.read(key)));
  return kept?.reference === reference ? kept : { disposition: '', note: '' };
}

/** Records if the ending was sent, unless another note was typed since. `yes` stays: the desk has the note, sent again or not. */
export function markEnding(storage: TextStorage, reference: string, { note }: DoneBody, sent: Sent): void {
  const kept = keptEnding(storage, reference);
  if (kept.note === note && kept.sent !== 'yes') keepEnding(storage, reference, { ...kept, sent });
}

/**
 * The ending that the desk perhaps has, in the form in which the server is asked about its note; undefined when there is none.
 * Another tab that shows the same request may have sent it.
 */
export function doubtfulEnding(storage: TextStorage, reference: string): DoneBody | undefined {
  const { disposition, note, sent } = keptEnding(storage, reference);
  if (sent === 'yes' || note.trim() === '' || note.length > closingNoteMaxLength) return undefined;
  // The server compares the note alone.
  return { disposition: disposition || dispositionNames[0], note, ask: true };
}

/** Forgets the ending. Call it once the desk has it. */
export function dropEnding(storage: TextStorage, reference: string): void {
  storage.remove(keyOf(reference));
  // The build before kept one ending alone, which may be another request's.
  if (keptEnding(storage, reference).note) storage.remove(key);
}
