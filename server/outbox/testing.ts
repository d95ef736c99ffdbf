/** What the tests of this folder share. */
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { inquiryAnswers } from './templates/samples.ts';

/** A clock that a test moves. */
export function testClock(start = '2026-11-21T14:00:00.000Z') {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms),
    advance(byMs: number) {
      ms += byMs;
    },
    set(to: string | Date) {
      ms = new Date(to).getTime();
    },
  };
}

/** Writes a lead with its one submission, as a message needs one; returns the submission's id. */
export async function storeSubmission(storage: Storage, at: Date, answers: object = inquiryAnswers): Promise<string> {
  const id = mintId();
  const common = { kind: 'inquiry', answers: JSON.stringify(answers), created_at: at.toISOString() } as const;
  await storage.transaction(async (trx) => {
    await trx
      .insertInto('leads')
      .values({ ...common, id, reference: referenceOf(id), flags: '[]', search: '' })
      .execute();
    await trx
      .insertInto('submissions')
      .values({ ...common, id, lead_id: id, fingerprint: id, submitted_date: '11/21/2026, 9:04:29 PM' })
      .execute();
  });
  return id;
}
