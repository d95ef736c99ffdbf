/** What was asked and called since a backup, and is not in the restored database. */
import { defineMadeSince } from '#server/taken-over.ts';
import { findRequest } from './store.ts';

export const madeRequests = defineMadeSince(
  'agent_requests',
  { things: ['request', 'requests'], since: ['created_at'] },
  async (trx, rows) => {
    const references: string[] = [];
    for (const { id, reference } of rows) if (!(await findRequest(trx, id))) references.push(reference);
    return references;
  },
);

export const madeCalls = defineMadeSince(
  'calls',
  { things: ['logged call', 'logged calls'], since: ['created_at'] },
  async (trx, rows) => {
    const one = trx.selectFrom('calls').select('id');
    const references: string[] = [];
    for (const { id, reference } of rows) {
      if (!(await one.where('id', '=', id).executeTakeFirst())) references.push(reference);
    }
    return references;
  },
);
