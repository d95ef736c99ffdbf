/** Deletes the oldest entries of the audit log and leaves a sealed checkpoint in their place. */
import type { Storage } from '#server/database/open.ts';
import { createChain } from './chain.ts';
import { type AuditLogOptions, createAuditLog } from './log.ts';
import { deleteOldest, lastOlderThan, lockHead, replaceCheckpoint } from './store.ts';

/** Rows deleted in one transaction, so that nobody waits long. */
const sliceRows = 500;

/**
 * Deletes the entries before a time. Each step leaves a chain that holds, so one that is cut short does no harm.
 *
 * @returns how many entries it deleted
 */
export async function pruneAudit(
  options: AuditLogOptions & { readonly storage: Storage },
  before: Date,
): Promise<number> {
  const { storage, keyed, now } = options;
  const chain = createChain(keyed);
  const log = createAuditLog(options);
  const through = await lastOlderThan(storage.db, before.toISOString());
  let deleted = 0;
  for (;;) {
    const count = await storage.transaction(async (trx) => {
      // Nobody adds an entry or prunes meanwhile.
      await lockHead(trx, storage);
      const oldest = await deleteOldest(trx, through, sliceRows);
      if (!oldest) return 0;
      const checkpoint = { ...oldest.last, made_at: now().toISOString() };
      await replaceCheckpoint(trx, { ...checkpoint, seal: chain.sealOf(checkpoint) });
      if (oldest.last.seq === through || oldest.count < sliceRows) {
        await log.write(trx, { by: null, action: 'audit-pruned', about: [], detail: { through: oldest.last.seq } });
      }
      return oldest.count;
    });
    deleted += count;
    if (count < sliceRows) return deleted;
  }
}
