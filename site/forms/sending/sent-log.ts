/**
 * The sent log: which id was sent with which answers, by any tab of this browser. Tabs that show one draft share its id, so each tab looks
 * here before it sends. An id that was sent with other answers is not used again. Answers that were just sent keep their id.
 */
import type { TextStorage } from '#client/lib/storage.ts';
import { cleanText } from '#contract/clean-text.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import type { Ending } from './deliver.ts';
import { postedPrefix } from './lifetimes.ts';
import { type Identity, readRecord, type SentRecord, sentRecord, writeRecord } from './records.ts';

const clean = (answer: Answers[string]): Answers[string] => {
  if (typeof answer === 'string') return cleanText(answer);
  return Array.isArray(answer) ? answer.map(cleanText).sort() : answer;
};

const isEmpty = (answer: Answers[string]) =>
  answer === '' || answer === false || (Array.isArray(answer) && !answer.length);

/** FNV-1a over UTF-16 units, 32 bits in hex. */
function fnv1a(text: string, offset: number): string {
  let hash = offset;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * A fingerprint that tells, on this device, whether two sets of answers are the same: 64 bits in hex. The order of the answers,
 * spaces at their ends and empty answers do not count. It is no cryptographic hash, because plain http has no `crypto.subtle`.
 * Nothing secret depends on it: the server compares by its own fingerprint.
 */
export function fingerprintOf(answers: Answers): string {
  const entries = Object.entries(answers)
    .map(([name, answer]) => [name, clean(answer)] as const)
    .filter(([, answer]) => !isEmpty(answer))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(entries);
  const reversed = Array.from(text).reverse().join('');
  return fnv1a(text, 0x811c9dc5) + fnv1a(reversed, 0x2a5f3b17);
}

/** Longer than a request: the mail client gives up after 20 s. A page that waits for more than one request renews this time. */
export const requestMs = 25_000;
/** Equal answers within this time are the same submission; the server's rule for submissions without an id. */
const sameAnswersMs = 10 * 60_000;

export type SentLog = ReturnType<typeof createSentLog>;

export function createSentLog(device: TextStorage, now: () => number) {
  const of = (id: string) => readRecord(device, postedPrefix + id, sentRecord);
  const all = () => device.keys(postedPrefix).flatMap((key) => readRecord(device, key, sentRecord) ?? []);

  function change(id: string, change: Partial<SentRecord>): void {
    const record = of(id);
    if (record) writeRecord(device, postedPrefix + id, { ...record, ...change });
  }

  const newest = (is: (record: SentRecord) => boolean) =>
    all()
      .filter(is)
      .sort((a, b) => b.postedAt - a.postedAt)[0];
  const holding = (root: string) => newest((record) => record.root === root && record.acknowledged);

  return {
    of,
    /** The newest submission of a lead that the server has, as far as this browser knows. */
    holding,
    /** The last send of these answers under a reference, by any tab, or the note that they are to go out. */
    last(reference: string, answers: Answers): SentRecord | undefined {
      const fingerprint = fingerprintOf(answers);
      return newest((record) => record.fingerprint === fingerprint && referenceOf(record.root) === reference);
    },
    /** The last send of these answers, if not long ago. `isReplaced`: this browser knows of newer answers for that lead. */
    same(kind: LeadKind, fingerprint: string): (SentRecord & { readonly isReplaced: boolean }) | undefined {
      const [found] = all()
        .filter((record) => record.kind === kind && record.fingerprint === fingerprint)
        .filter(({ postedAt }) => now() - postedAt < sameAnswersMs)
        .sort((a, b) => Number(b.acknowledged) - Number(a.acknowledged) || b.postedAt - a.postedAt);
      const held = found && holding(found.root);
      return (
        found && {
          ...found,
          isReplaced: held !== undefined && held.fingerprint !== fingerprint && held.postedAt > found.postedAt,
        }
      );
    },
    /** Notes that these answers go out under this id now, or are to go out later. */
    note(kind: LeadKind, { id, root }: Identity, fingerprint: string, underWay: boolean): void {
      const before = of(id);
      const others = all().filter((record) => record.root === root && record.id !== id);
      const underWayUntil = underWay ? now() + requestMs : 0;
      writeRecord(device, postedPrefix + id, {
        version: 1,
        id,
        root,
        kind,
        // When two sets of answers were sent under one id, nobody knows which arrived until the server says so.
        fingerprint: before && !before.acknowledged && before.fingerprint !== fingerprint ? '' : fingerprint,
        // Later than earlier sends of this lead, even within the same millisecond.
        postedAt: Math.max(now(), ...others.map(({ postedAt }) => postedAt + 1)),
        underWayUntil,
        acknowledged: before?.acknowledged === true && before.fingerprint === fingerprint,
      });
    },
    /** The page no longer waits for an answer, or waits for `forMs` milliseconds more. */
    setUnderWay: (id: string, forMs?: number): void => change(id, { underWayUntil: forMs ? now() + forMs : 0 }),
    /** @param fingerprint the fingerprint of what the server took; without it, the recorded one stays */
    acknowledge: (id: string, fingerprint?: string): void =>
      change(id, { underWayUntil: 0, acknowledged: true, ...(fingerprint !== undefined && { fingerprint }) }),
    /**
     * Removes the record of an id under which nothing was stored, so that the id can be used again. An id that was acknowledged
     * before, or belongs to other answers, keeps its record.
     */
    withdraw(id: string): void {
      const record = of(id);
      if (record && !record.acknowledged && record.fingerprint !== '') device.remove(postedPrefix + id);
    },
    /** The server holds other answers under this id. */
    taken: (id: string): void => change(id, { underWayUntil: 0, fingerprint: '' }),
  };
}

/**
 * Whether nothing is stored under an identity, neither by this attempt nor by an earlier one. Its id may then be used again, once
 * nothing waits to be sent under it.
 */
export const isUnstored = (ending: Ending, { unsure }: Pick<Identity, 'unsure'>): boolean =>
  !unsure && (ending.state === 'refused' || (ending.state === 'failed' && !ending.mayBeStored));
