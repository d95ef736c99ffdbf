import { defineMadeSince, defineRowCarryOver } from '#server/carry-over.ts';
import { findEndpoint, updateEndpoint } from './store.ts';

/** Endpoints that were removed, disabled, moved or given another secret since a backup stay so after its restore. */
export const carriedOverEndpoints = defineRowCarryOver(
  'webhook_endpoints',
  { things: ['endpoint', 'endpoints'] },
  async (trx, row) => {
    const endpoint = await findEndpoint(trx, row.id);
    if (!endpoint) return false;
    const { id, created_at: _, created_by: __, failing_since: ___, ...values } = row;
    const isSame = endpoint.version === row.version && endpoint.disabled_at === row.disabled_at;
    if (isSame && row.removed_at === null) return false;
    await updateEndpoint(trx, id, values);
    return true;
  },
);

/** The names of endpoints that were added since the backup and not removed. */
export const madeEndpoints = defineMadeSince(
  'webhook_endpoints',
  { things: ['endpoint', 'endpoints'] },
  findEndpoint,
  ({ name, removed_at }) => (removed_at === null ? name : null),
);
