/** Stores leads for tests that need one in the database. */
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { dueAt } from '#server/leads/due.ts';
import { inquiryAnswers } from './letter-samples.ts';

/** Stores a lead with one submission. Returns the submission's id. */
export async function storeSubmission(storage: Storage, at: Date, answers: object = inquiryAnswers): Promise<string> {
  const id = mintId();
  const common = { kind: 'inquiry', answers: JSON.stringify(answers), created_at: at.toISOString() } as const;
  await storage.transaction(async (trx) => {
    await trx
      .insertInto('leads')
      .values({ ...common, id, reference: referenceOf(id), flags: '[]', due_at: dueAt(common) })
      .execute();
    await trx
      .insertInto('submissions')
      .values({ ...common, id, lead_id: id, fingerprint: id, submitted_date: '11/21/2026, 9:04:29 PM' })
      .execute();
  });
  return id;
}
