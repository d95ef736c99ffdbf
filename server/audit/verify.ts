/** Checks the chain of the audit log, and names the first place where it is broken. */
import { inSlices, type Storage } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { type Chain, createChain, type Head } from './chain.ts';
import { entriesAfter, newestCheckpoint, readHead, type StoredEntry } from './store.ts';

/**
 * Where and how the chain is broken:
 *
 * - `changed`: this entry, or its subjects, were changed;
 * - `removed`: the entries from this one up to `through` are missing in the middle or at the beginning;
 * - `cut-off`: the entries from this one on are missing, and `through` once existed;
 * - `head-changed`: the head is not that of the newest entry, or it is missing;
 * - `checkpoint-changed`: the checkpoint was not made with the key;
 * - `not-anchored`: this entry is not the one that the anchor was made from. The chain was rewritten with the key, or the database
 *   was restored.
 */
export interface Break {
  readonly kind: 'changed' | 'removed' | 'cut-off' | 'head-changed' | 'checkpoint-changed' | 'not-anchored';
  readonly seq: number;
  readonly through?: number;
}

interface Verified {
  /** How many entries are intact, from the first one on. */
  readonly entries: number;
  /** The end of the intact part. */
  readonly head: Head;
  /** The last entry that was pruned or made with an earlier key; 0 when there is none. */
  readonly prunedThrough: number;
  /** The first break; undefined when the chain is intact. */
  readonly broken: Break | undefined;
  /** Whether the anchor was compared; false when there is none, or its entry was pruned. */
  readonly anchored: boolean;
}

const sliceRows = 500;
const start: Head = { seq: 0, hash: '' };

async function walk({ db }: Storage, chain: Chain, anchor: Head | undefined): Promise<Verified> {
  const checkpoint = await newestCheckpoint(db);
  const head = await readHead(db);
  const base = checkpoint ?? start;
  const prunedThrough = base.seq;
  let last: Head = { seq: base.seq, hash: base.hash };
  let anchored = false;
  const end = (broken: Break | undefined): Verified => ({
    entries: last.seq - base.seq,
    head: last,
    prunedThrough,
    broken,
    anchored,
  });
  if (checkpoint && !chain.isSealed(checkpoint)) return end({ kind: 'checkpoint-changed', seq: checkpoint.seq });
  const missesAnchor = () => {
    if (anchor?.seq !== last.seq) return false;
    anchored = true;
    return anchor.hash !== last.hash;
  };
  if (missesAnchor()) return end({ kind: 'not-anchored', seq: last.seq });

  for await (const entry of inSlices<StoredEntry>(Infinity, (rows) => entriesAfter(db, last.seq, rows), sliceRows)) {
    const next = last.seq + 1;
    if (entry.seq !== next) return end({ kind: 'removed', seq: next, through: entry.seq - 1 });
    if (chain.hashOf(entry, last.hash) !== entry.hash) return end({ kind: 'changed', seq: next });
    last = { seq: entry.seq, hash: entry.hash };
    if (missesAnchor()) return end({ kind: 'not-anchored', seq: last.seq });
  }

  // An entry and its head are stored together. So the head that was read before names no later entry, and the head that is read now
  // no earlier one.
  const headNow = await readHead(db);
  const differs = headNow?.seq === last.seq && headNow.hash !== last.hash;
  if (!head || !headNow || headNow.seq < last.seq || differs) return end({ kind: 'head-changed', seq: last.seq });
  const through = Math.max(head.seq, anchor?.seq ?? 0);
  if (through > last.seq) return end({ kind: 'cut-off', seq: last.seq + 1, through });
  return end(undefined);
}

/**
 * Checks every entry. It may run while servers write and prune.
 *
 * @param anchor a head that was kept elsewhere. Without one, an end that was cut off together with the head is not noticed
 */
export async function verifyAudit(storage: Storage, keyed: KeyedHash, anchor?: Head): Promise<Verified> {
  const chain = createChain(keyed);
  for (;;) {
    const verified = await walk(storage, chain, anchor);
    // Entries that were pruned meanwhile look as if they had been removed.
    const prunedNow = (await newestCheckpoint(storage.db))?.seq ?? 0;
    if (!verified.broken || prunedNow === verified.prunedThrough) return verified;
  }
}
