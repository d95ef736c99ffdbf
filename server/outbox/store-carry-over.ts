import { defineRowCarryOver } from '#server/carry-over.ts';
import { changesAny } from '#server/database/open.ts';

/**
 * After a restore, carries over which messages were sent or given up since the backup. So nobody has to decide about them, and retrying all
 * messages does not send them twice.
 */
export const carriedOverMessages = defineRowCarryOver(
  'messages',
  { things: ['message', 'messages'], since: ['sent_at', 'expires_at'] },
  async (trx, row) => {
    if (row.state !== 'sent' && row.state !== 'expired') return false;
    const { state, attempts, retried_at, last_error, sent_at, unsure_at, expires_at, provider_id, delivered_at } = row;
    return (
      trx
        .updateTable('messages')
        .set({ state, attempts, retried_at, last_error, sent_at, unsure_at, expires_at, provider_id, delivered_at })
        .where('id', '=', row.id)
        // Messages that were unsent when the backup was taken are failed by now (`afterRestore` in `store.ts`).
        .where('state', '=', 'failed')
        .$call(changesAny)
    );
  },
);
