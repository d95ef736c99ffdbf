import { defineMadeSince, defineTakenOver } from '#server/taken-over.ts';
import { findEndpoint, updateEndpoint } from './store.ts';

/** Endpoints that were removed, disabled, moved or given another secret since a backup stay so after its restore. */
export const takenOverEndpoints = defineTakenOver(
  'webhook_endpoints',
  { things: ['endpoint', 'endpoints'] },
  async (trx, rows) => {
    let changed = 0;
    for (const row of rows) {
      const endpoint = await findEndpoint(trx, row.id);
      if (!endpoint) continue;
      const { id, created_at: _, created_by: __, failing_since: ___, ...values } = row;
      const isSame = endpoint.version === row.version && endpoint.disabled_at === row.disabled_at;
      if (isSame && row.removed_at === null) continue;
      await updateEndpoint(trx, id, values);
      changed += 1;
    }
    return changed;
  },
);

/** The names of endpoints that were added since the backup and not removed. */
export const madeEndpoints = defineMadeSince(
  'webhook_endpoints',
  { things: ['endpoint', 'endpoints'] },
  async (trx, rows) => {
    const names: string[] = [];
    for (const { id, name, removed_at } of rows) {
      if (removed_at === null && !(await findEndpoint(trx, id))) names.push(name);
    }
    return names;
  },
);
