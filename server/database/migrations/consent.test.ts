import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type EngineUnderTest, eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { openEarlier } from '../../../tests/support/earlier-database.ts';
import * as leadsAndOutbox from './0001-leads-and-outbox.ts';
import * as consent from './0007-consent.ts';

const at = (minute: number) => `2026-11-21T21:0${minute}:00.000Z`;

/** A database as it was before consent moved, with the rows of one lead. */
async function oldDatabase(under: EngineUnderTest) {
  const { db, dialect } = await openEarlier(under, [leadsAndOutbox]);
  const lead = (id: string, answers: object, more: object) =>
    db
      .insertInto('leads')
      .values({ id, kind: 'intake', reference: id, flags: '[]', search: '', answers: JSON.stringify(answers), ...more })
      .execute();
  const submission = (id: string, lead_id: string, answers: object, received_at: string, more: object = {}) => {
    const row = { id, lead_id, kind: 'intake', fingerprint: id, submitted_date: '', received_at };
    return db
      .insertInto('submissions')
      .values({ ...row, answers: JSON.stringify(answers), ...more })
      .execute();
  };
  return { db, lead, submission, migrate: () => consent.up(db, dialect) };
}

eachEngineAlways((under) => {
  describe('R40 the consent of a database that kept it with the lead', () => {
    it('moves to the submission that gave it, and each lead has one submission that holds', async () => {
      const { db, lead, submission, migrate } = await oldDatabase(under);
      const given = { sms_consent_at: at(3), sms_consent_version: 'v1' };
      await lead('a', { n: 3 }, { received_at: at(1), amended_at: at(3), ...given });
      await submission('a', 'a', { n: 1 }, at(4), { superseded_at: at(4) });
      await submission('a2', 'a', { n: 2 }, at(2));
      await submission('a3', 'a', { n: 3 }, at(3));
      await lead('b', { n: 1 }, { received_at: at(1) });
      await submission('b', 'b', { n: 1 }, at(1));
      await migrate();
      const { rows } = await sql`
        select id, replaced_by, sms_consent_at, sms_consent_version from submissions order by id`.execute(db);
      const none = { sms_consent_at: null, sms_consent_version: null };
      expect(rows).toEqual([
        { id: 'a', replaced_by: 'a2', ...none },
        { id: 'a2', replaced_by: 'a3', ...none },
        { id: 'a3', replaced_by: null, ...given },
        { id: 'b', replaced_by: null, ...none },
      ]);
      await expect(sql`select sms_consent_at from leads`.execute(db)).rejects.toThrow('sms_consent_at');
    });

    it('lets two submissions of one lead never both hold', async () => {
      const { lead, submission, migrate } = await oldDatabase(under);
      await lead('a', {}, { received_at: at(1) });
      await submission('a', 'a', {}, at(1));
      await migrate();
      await expect(submission('b', 'a', {}, at(2))).rejects.toThrow(/unique/i);
    });
  });
});
