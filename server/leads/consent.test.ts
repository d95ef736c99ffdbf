import { describe, expect, it } from 'vitest';
import { lists } from '#brand/lists.ts';
import { mintId } from '#contract/reference.ts';
import { createMailComposer } from '#server/outbox/compose.ts';
import { intakeParams } from '../../tests/support/answers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { type EngineUnderTest, eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { consentColumns, readConsents } from './consent.ts';

const { version, text: wording } = lists.smsConsent;
const agreed = { sms_consent: true, sms_consent_version: version };
const notAgreed = { sms_consent: false, sms_consent_version: version };
const [firstAt, laterAt] = ['2026-11-21T21:00:00.000Z', '2026-11-21T21:05:00.000Z'];

async function start(under: EngineUnderTest) {
  let now = firstAt;
  const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' }, { now: () => new Date(now) });
  const send = async (params: Record<string, unknown>) =>
    expect(await server.send('intake', intakeParams(params))).toMatchObject({ status: 200, text: 'OK' });
  const later = () => {
    now = laterAt;
  };
  return { server, send, later };
}

/** What the operator's mail about a submission says of texts, were it sent now. */
async function mailSays({ context }: TestApp, submissionId: string): Promise<string> {
  const { storage, messageKinds } = context;
  const compose = createMailComposer(messageKinds, 'us@boxline.example');
  const message = await storage.db
    .selectFrom('messages')
    .selectAll()
    .where('subject_id', '=', submissionId)
    .where('kind', '<>', 'lead-confirmation')
    .executeTakeFirstOrThrow();
  const { text } = await compose(message);
  // What changed comes before the answers, and names the consent as well.
  const said = [...text.matchAll(/Consent to texts: +(.*(?:\n {4,}.*)*)\n/g)].at(-1)?.[1];
  return said?.replace(/\s+/g, ' ') ?? '';
}

eachEngine((under) => {
  describe('R40 consent to texts belongs to the submission that gave it', () => {
    it('and stays with its mail when a later one has none, from which on nobody is texted', async () => {
      const { server, send, later } = await start(under);
      const [first, second] = [mintId(), mintId()];
      await send({ submission_id: first, ...agreed });
      later();
      await send({ submission_id: second, amends: first, ...notAgreed });
      expect(await mailSays(server, first)).toMatch(
        new RegExp(`^Yes, on .*, to wording ${version}\\. A later form took it back: do not text this dealer\\.$`),
      );
      expect(await mailSays(server, second)).toBe('No. Do not text this dealer.');
      expect(await readConsents(server.context.storage.db, first)).toEqual([
        { submissionId: first, at: firstAt, version, wording, endedAt: laterAt },
      ]);
    });

    it('and is not overwritten by a later one, whose wording is its own', async () => {
      const { server, send, later } = await start(under);
      const [first, second] = [mintId(), mintId()];
      await send({ submission_id: first, ...agreed });
      later();
      await send({ submission_id: second, amends: first, sms_consent: true, sms_consent_version: '2027-01-01' });
      expect(await mailSays(server, first)).toMatch(new RegExp(`^Yes, on .*, to wording ${version}$`));
      expect(await mailSays(server, second)).toMatch(/^Yes, on .*, to wording 2027-01-01$/);
      expect(await readConsents(server.context.storage.db, first)).toEqual([
        { submissionId: first, at: firstAt, version, wording, endedAt: null },
        { submissionId: second, at: laterAt, version: '2027-01-01', wording: null, endedAt: null },
      ]);
    });

    it('and begins with a later one when the first had none', async () => {
      const { server, send, later } = await start(under);
      const [first, second] = [mintId(), mintId()];
      await send({ submission_id: first, ...notAgreed });
      later();
      await send({ submission_id: second, amends: first, ...agreed });
      expect(await mailSays(server, first)).toBe('No. Do not text this dealer.');
      expect(await readConsents(server.context.storage.db, first)).toEqual([
        { submissionId: second, at: laterAt, version, wording, endedAt: null },
      ]);
    });

    it('and is kept and void when it arrives after the one that took it back', async () => {
      const { server, send, later } = await start(under);
      const [first, second] = [mintId(), mintId()];
      await send({ submission_id: second, amends: first, ...notAgreed });
      later();
      await send({ submission_id: first, ...agreed });
      expect(await readConsents(server.context.storage.db, first)).toEqual([
        { submissionId: first, at: laterAt, version, wording, endedAt: laterAt },
      ]);
    });

    it('and keeps the words of a wording that the pages show no more, once somebody agreed to them', async () => {
      const { server, send } = await start(under);
      const [first, second] = [mintId(), mintId()];
      await send({ submission_id: first, sms_consent: true, sms_consent_version: 'old' });
      await server.context.storage.db
        .updateTable('submissions')
        .set({ sms_consent_wording: 'The old words' })
        .where('id', '=', first)
        .execute();
      await send({ submission_id: second, sms_consent: true, sms_consent_version: 'old', dba: 'Another' });
      expect(await readConsents(server.context.storage.db, second)).toMatchObject([{ wording: 'The old words' }]);
    });

    it('R18 and has the words of a wording that the pages show no more, although nobody agreed to them before', async () => {
      const { db } = (await start(under)).server.context.storage;
      const known = [
        { version: '2', text: 'The words of now' },
        { version: '1', text: 'The words of before' },
      ];
      const wordingOf = async (named: string) => (await consentColumns(db, known, named, firstAt)).sms_consent_wording;
      expect(await Promise.all(['2', '1', '0'].map(wordingOf))).toEqual([
        'The words of now',
        'The words of before',
        null,
      ]);
    });

    it('and one submission of a lead holds, in whatever order two of them come at once', async () => {
      const { server, send } = await start(under);
      const { db } = server.context.storage;
      const rounds = roundsOf(30);
      for (let round = 0; round < rounds; round++) {
        const [first, second, third] = [mintId(), mintId(), mintId()];
        await Promise.all([
          send({ submission_id: first, ...agreed, dba: `Store ${round}` }),
          send({ submission_id: second, amends: first, ...notAgreed, dba: `Store ${round}` }),
          send({ submission_id: third, amends: first, ...notAgreed, dba: `Store ${round}`, business_fax: '1' }),
        ]);
        const rows = await db.selectFrom('submissions').selectAll().where('lead_id', '=', first).execute();
        expect(rows).toHaveLength(3);
        const holding = rows.filter(({ replaced_by, superseded_at }) => replaced_by === null && superseded_at === null);
        expect(holding).toHaveLength(1);
        const lead = await db.selectFrom('leads').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
        expect(JSON.parse(holding[0]?.answers ?? '')).toEqual(JSON.parse(lead.answers));
        const consents = await readConsents(db, first);
        expect(consents.map(({ submissionId, endedAt }) => [submissionId, endedAt])).toEqual([[first, firstAt]]);
      }
    });
  });
});
