import { defineTakenOver } from '#server/taken-over.ts';

/**
 * A message that was sent or given up since a backup is so after its restore: it waits for nobody, and whoever has everything tried
 * again does not send it twice.
 */
export const takenOverMessages = defineTakenOver(
  'messages',
  { things: ['message', 'messages'], since: ['sent_at', 'expires_at'] },
  async (trx, rows) => {
    let changed = 0;
    for (const row of rows) {
      if (row.state !== 'sent' && row.state !== 'expired') continue;
      const { state, attempts, retried_at, last_error, sent_at, unsure_at, expires_at, provider_id, delivered_at } =
        row;
      const { numUpdatedRows } = await trx
        .updateTable('messages')
        .set({ state, attempts, retried_at, last_error, sent_at, unsure_at, expires_at, provider_id, delivered_at })
        .where('id', '=', row.id)
        // What was unsent when the backup was taken.
        .where('state', '=', 'failed')
        .executeTakeFirstOrThrow();
      changed += Number(numUpdatedRows);
    }
    return changed;
  },
);
