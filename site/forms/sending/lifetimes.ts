/** How long this device keeps drafts and sends (R15), and what deletes them. Small, because every page has it. */
import { keysOf, readJson } from '#client/lib/storage.ts';
import type { LeadKind } from '#contract/pages.ts';

const hourMs = 3_600_000;

export const draftPrefix = 'boxline.draft.';
export const draftLifeMs = 24 * hourMs;
export const postedPrefix = 'boxline.posted.';
/** Begins the key of every submission that is kept on the device to be sent. */
export const queuedPrefix = 'boxline.queued.';
/** Begins the key of every submission whose answer a page waits for, or left before it came. */
export const unheardPrefix = 'boxline.unheard.';
/** The key of a form's last receipt, in its tab. */
export const receiptKey = (kind: LeadKind): string => `boxline.receipt.${kind}`;
/** Longer than a draft lives. */
const postedLifeMs = 25 * hourMs;

interface Times {
  readonly savedAt?: unknown;
  readonly postedAt?: unknown;
}
const timesOf = ['savedAt', 'postedAt', 'startedAt', 'underWayUntil', 'until'];
/**
 * A record's time can lie this far in the future at most, unless the device's clock was ahead when it was written: a page waits up
 * to a minute for a busy server, and then for an answer.
 */
const mostAheadMs = 120_000;

/** The record, with times that no correct clock can have written set to now. The same object when nothing had to be changed. */
export function notAhead<T extends object>(record: T, now: number): T {
  let kept = record;
  for (const name of timesOf) {
    if (Number((record as Record<string, unknown>)[name]) > now + mostAheadMs) kept = { ...kept, [name]: now };
  }
  return kept;
}

const lives = [
  [draftPrefix, draftLifeMs],
  [postedPrefix, postedLifeMs],
  [unheardPrefix, draftLifeMs],
  // The presses of a code's link (`access-code/code-page.ts`): the server gives the code again for as long.
  ['boxline.code-press.', hourMs / 4],
] as const;

/**
 * Removes drafts, records of sends and keys of presses from the device when they are too old, even if nobody opens their form
 * again. A record that was written while the device's clock was ahead counts as written now. A text that is no record counts as too
 * old. A record without a time is kept: newer code may have written it.
 *
 * @throws what the browser throws when it refuses its storage
 */
export function forgetOld(storage: Storage, now: number): void {
  for (const key of keysOf(storage)) {
    const life = lives.find(([prefix]) => key.startsWith(prefix))?.[1];
    if (life === undefined) continue;
    const record = readJson(storage.getItem(key));
    const known = typeof record === 'object' && record !== null ? notAhead(record as Times, now) : undefined;
    const writtenAt = known ? Number(known.savedAt ?? known.postedAt ?? Number.POSITIVE_INFINITY) || 0 : 0;
    if (now - writtenAt >= life) storage.removeItem(key);
    else if (known !== record) storage.setItem(key, JSON.stringify(known));
  }
}
