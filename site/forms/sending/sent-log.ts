/**
 * The sent log: which id was posted with which answers, by any tab of this browser. Tabs share the id of a draft, so each looks
 * here first. An id that was posted with other answers is not used again. Answers that were just posted keep their id.
 */

import type { TextStorage } from '#client/lib/storage.ts';
import type { LeadKind } from '#contract/pages.ts';
import { postedPrefix } from './lifetimes.ts';
import { type Identity, type PostedRecord, postedRecord, readRecord, writeRecord } from './records.ts';

/** Longer than any request: the mail client gives up after 20 s. */
export const requestMs = 25_000;
/** Equal answers within this time are the same submission; the server's rule for submissions without an id. */
const sameAnswersMs = 10 * 60_000;

export interface SentLog {
  of(id: string): PostedRecord | undefined;
  /** What was last posted with these answers, if that is not long ago. */
  same(kind: LeadKind, fingerprint: string): PostedRecord | undefined;
  /** Notes that these answers go out under this id now, or are to go out later. */
  note(kind: LeadKind, identity: Identity, fingerprint: string, underWay: boolean): void;
  /** The page no longer waits for an answer. */
  settle(id: string): void;
  acknowledge(id: string): void;
  /** Nothing was stored under this id, unless it was acknowledged before: it is as good as new. */
  withdraw(id: string): void;
  /** The server holds other answers under this id. */
  taken(id: string): void;
}

export function createSentLog(device: TextStorage, now: () => number): SentLog {
  const of = (id: string) => readRecord(device, postedPrefix + id, postedRecord);
  const all = () => device.keys(postedPrefix).flatMap((key) => readRecord(device, key, postedRecord) ?? []);

  function change(id: string, change: Partial<PostedRecord>): void {
    const record = of(id);
    if (record) writeRecord(device, postedPrefix + id, { ...record, ...change });
  }

  return {
    of,
    same: (kind, fingerprint) =>
      all()
        .filter((record) => record.kind === kind && record.fingerprint === fingerprint)
        .filter(({ postedAt }) => now() - postedAt < sameAnswersMs)
        .sort((a, b) => Number(b.acknowledged) - Number(a.acknowledged) || b.postedAt - a.postedAt)[0],
    note(kind, { id, root }, fingerprint, underWay) {
      const before = of(id);
      const underWayUntil = underWay ? now() + requestMs : 0;
      writeRecord(device, postedPrefix + id, {
        version: 1,
        id,
        root,
        kind,
        fingerprint,
        postedAt: now(),
        underWayUntil,
        acknowledged: before?.acknowledged === true && before.fingerprint === fingerprint,
      });
    },
    settle: (id) => change(id, { underWayUntil: 0 }),
    acknowledge: (id) => change(id, { underWayUntil: 0, acknowledged: true }),
    withdraw(id) {
      if (!of(id)?.acknowledged) device.remove(postedPrefix + id);
    },
    taken: (id) => change(id, { underWayUntil: 0, fingerprint: '' }),
  };
}
