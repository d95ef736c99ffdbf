/**
 * The ending that an agent types, and whether it was sent. This tab keeps it, because the dealership may cancel meanwhile, and the
 * telephone may unload the page.
 */
import { fitting, matching, object, oneOf, optional, text } from '#client/lib/shape.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import type { DoneBody } from '#contract/agent-endpoints.ts';
import { dispositionNames } from '#contract/agent-request.ts';
import { referencePattern } from '#contract/reference.ts';

const key = 'boxline.agent.ending';

const endingDraft = object({
  version: oneOf(recordVersion),
  reference: matching(referencePattern),
  /** Empty until one is chosen. */
  disposition: oneOf('', ...dispositionNames),
  note: text,
  /** Missing for `no`. */
  sent: optional(oneOf('no', 'perhaps', 'yes')),
});

/** Whether the desk has it. `perhaps`: no answer came to the press that sent it. */
export type Sent = 'no' | 'perhaps' | 'yes';

export interface EndingDraft {
  readonly disposition: (typeof dispositionNames)[number] | '';
  readonly note: string;
  readonly sent?: Sent | undefined;
}

/**
 * Keeps it for the request with this reference, in place of what was typed for another. Whether the note was sent holds for as long as
 * the note is the same.
 */
export function keepEnding(storage: TextStorage, reference: string, draft: EndingDraft): void {
  const { note, sent } = keptEnding(storage, reference);
  storage.write(
    key,
    JSON.stringify({ ...(note === draft.note && { sent }), ...draft, version: recordVersion, reference }),
  );
}

/** What was typed for the request with this reference. */
export function keptEnding(storage: TextStorage, reference: string): EndingDraft {
  const kept = fitting(endingDraft, readJson(storage.read(key)));
  return kept?.reference === reference ? kept : { disposition: '', note: '' };
}

/** Notes whether it was sent, unless something else was typed since. A note that the desk has stays there, however often it is sent. */
export function markEnding(storage: TextStorage, reference: string, { note }: DoneBody, sent: Sent): void {
  const kept = keptEnding(storage, reference);
  if (kept.note === note && kept.sent !== 'yes') keepEnding(storage, reference, { ...kept, sent });
}

/** What the desk may have, as it is asked about; undefined when nothing is in doubt. */
export function doubtfulEnding(storage: TextStorage, reference: string): DoneBody | undefined {
  const { disposition, note, sent } = keptEnding(storage, reference);
  return sent === 'perhaps' && disposition ? { disposition, note, ask: true } : undefined;
}

/** Forgets it: the desk has it. */
export function dropEnding(storage: TextStorage): void {
  storage.remove(key);
}
