import { mintId, referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { dueAt } from '#server/leads/due.ts';

/** Stores a lead that came in on 2026-11-21. The first one (`n` is 0) is marked as suspicious. Returns its reference. */
export async function storeLead(storage: Storage, n: number, name: string): Promise<string> {
  const id = mintId();
  const created_at = new Date(Date.UTC(2026, 10, 21, 9, 0, n % 7)).toISOString();
  await storage.db
    .insertInto('leads')
    .values({
      id,
      kind: 'inquiry',
      reference: referenceOf(id),
      answers: JSON.stringify({ dealership_name: name, phone_number: '+1 207 555 0100', email: `d${n}@x.example` }),
      flags: n === 0 ? '["honeypot"]' : '[]',
      created_at,
      due_at: dueAt({ created_at }),
    })
    .execute();
  return referenceOf(id);
}
