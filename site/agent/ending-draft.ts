/**
 * The ending that an agent has typed and not sent yet. This tab keeps it, because the dealership may cancel meanwhile, and the
 * telephone may unload the page.
 */
import { fitting, matching, object, oneOf, text } from '#client/lib/shape.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import { dispositionNames } from '#contract/agent-request.ts';
import { referencePattern } from '#contract/reference.ts';

const key = 'boxline.agent.ending';

const endingDraft = object({
  version: oneOf(recordVersion),
  reference: matching(referencePattern),
  /** Empty until one is chosen. */
  disposition: oneOf('', ...dispositionNames),
  note: text,
});

export interface EndingDraft {
  readonly disposition: (typeof dispositionNames)[number] | '';
  readonly note: string;
}

/** Keeps it for the request with this reference, in place of what was typed for another. */
export function keepEnding(storage: TextStorage, reference: string, draft: EndingDraft): void {
  storage.write(key, JSON.stringify({ ...draft, version: recordVersion, reference }));
}

/** What was typed for the request with this reference. */
export function keptEnding(storage: TextStorage, reference: string): EndingDraft {
  const kept = fitting(endingDraft, readJson(storage.read(key)));
  return kept?.reference === reference ? kept : { disposition: '', note: '' };
}

/** Forgets it: the desk has it. */
export function dropEnding(storage: TextStorage): void {
  storage.remove(key);
}
