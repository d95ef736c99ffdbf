/**
 * Checkpoints: deletes the oldest entries of the audit log or begins a new chain, and leaves a sealed checkpoint in their place.
 */
import type { Storage } from '#server/database/open.ts';
import type { ChainKind } from '#server/record-kind.ts';
import { createChain, type Head } from './chain.ts';
import { type AuditLogOptions, createAuditLog } from './log.ts';
import { auditFacts } from './retention.ts';
import {
  type Checkpoint,
  countOlderThan,
  deleteOldest,
  lastOlderThan,
  lockHead,
  newestCheckpoint,
  replaceCheckpoint,
} from './store.ts';

/** The most rows that are deleted in one transaction, so that nobody waits long. */
const sliceRows = 500;

const sealed = ({ keyed, now }: AuditLogOptions, { seq, hash }: Head): Checkpoint => {
  const checkpoint = { seq, hash, made_at: now().toISOString() };
  return { ...checkpoint, seal: createChain(keyed).sealOf(checkpoint) };
};

/**
 * Deletes the entries from before a time. Each step leaves a valid chain, so an interrupted run does no harm.
 *
 * @returns how many entries it deleted
 */
export async function pruneAudit(
  options: AuditLogOptions & { readonly storage: Storage },
  before: Date,
): Promise<number> {
  const { storage } = options;
  const log = createAuditLog(options);
  const through = await lastOlderThan(storage.db, before.toISOString());
  let deleted = 0;
  for (;;) {
    const count = await storage.transaction(async (trx) => {
      // Nobody can add an entry or prune until this transaction ends.
      await lockHead(trx);
      const oldest = await deleteOldest(trx, through, sliceRows);
      if (!oldest) return 0;
      // After a change of the key, the checkpoint may be ahead of the deleted entries.
      const known = await newestCheckpoint(trx);
      if ((known?.seq ?? 0) < oldest.last.seq) await replaceCheckpoint(trx, sealed(options, oldest.last));
      if (oldest.last.seq === through || oldest.count < sliceRows) {
        await log.write(trx, { by: null, action: 'audit-pruned', about: [], detail: { through: oldest.last.seq } });
      }
      return oldest.count;
    });
    deleted += count;
    if (count < sliceRows) return deleted;
  }
}

/**
 * Begins a new chain at the head, for a server whose key was changed: what the earlier key made cannot be checked with the new one.
 * Deletes nothing.
 *
 * @returns the number of the last entry that can no longer be checked
 */
export function beginNewChain(options: AuditLogOptions & { readonly storage: Storage }): Promise<number> {
  const { storage } = options;
  return storage.transaction(async (trx) => {
    const head = await lockHead(trx);
    await replaceCheckpoint(trx, sealed(options, head));
    const detail = { through: head.seq };
    await createAuditLog(options).write(trx, { by: null, action: 'audit-key-changed', about: [], detail });
    return head.seq;
  });
}

/** Ends entries of the audit log in the order of the chain, and leaves a sealed checkpoint. */
export const auditKind = (options: AuditLogOptions & { readonly storage: Storage }): ChainKind => ({
  ...auditFacts,
  countBefore: countOlderThan,
  deleteBefore: (before) => pruneAudit(options, before),
});
