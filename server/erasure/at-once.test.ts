/** Two people act on one item at the same moment while it is erased, many times. Each outcome is counted. */
import { describe, expect, test } from 'vitest';
import type { CertificateRecord } from '#contract/desk/person-request-endpoints.ts';
import { recordKinds } from '#server/context/record-kinds.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { type PersonDesk, startPersonDesk } from '../../tests/support/person.ts';
import { readErasures } from './service.ts';

const rounds = roundsOf(12);

const leadItem = (id: string) => [{ kind: 'lead', id }] as const;

/** How many rows still say something about a lead that was erased. */
async function remainsOf({ context: { storage } }: PersonDesk, lead: string): Promise<number> {
  const { db } = storage;
  const submissions = await db
    .selectFrom('submissions')
    .select(['id', 'answers'])
    .where('lead_id', '=', lead)
    .execute();
  const ids = submissions.map(({ id }) => id);
  const messages =
    ids.length === 0 ? [] : await db.selectFrom('messages').select('id').where('subject_id', 'in', ids).execute();
  const keys = await db.selectFrom('lead_keys').select('value').where('lead_id', '=', lead).execute();
  const texts = await db
    .selectFrom('search_texts')
    .select('id')
    .where('kind', '=', 'lead')
    .where('id', '=', lead)
    .execute();
  const row = await db.selectFrom('leads').select('answers').where('id', '=', lead).executeTakeFirstOrThrow();
  const said = [...submissions, row].filter(({ answers }) => answers !== '{}');
  return messages.length + keys.length + texts.length + said.length;
}

async function agrees({ context }: PersonDesk): Promise<void> {
  const { lines } = await readErasures(context.config.erasuresFile, context.keyed);
  const rows = await context.storage.db
    .selectFrom('erasure_certificates')
    .select(['seq', 'id'])
    .orderBy('seq')
    .execute();
  expect(lines.map(({ seq, id }) => ({ seq, id }))).toEqual(rows);
}

eachEngineAlways((under) => {
  describe('R168 at the same instant', () => {
    test('two admins erase one thing: one of them has, and the other reads that it was erased already', async () => {
      const server = await startPersonDesk(under);
      const other = await server.signInAs('admin');
      const atOnce = createAtOnce(server.context.storage);
      await playRounds(rounds, ['the first', 'the second'], async () => {
        const lead = await server.addLead();
        const answers = await atOnce([
          () => server.erase(leadItem(lead)),
          () => server.erase(leadItem(lead), other.cookie),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const late = answers.find(({ status }) => status === 409)?.json<{ kept: object[] }>();
        expect(late?.kept).toEqual([{ kind: 'lead', id: lead, because: 'erased' }]);
        expect(await remainsOf(server, lead)).toBe(0);
        return answers[0].status === 200 ? 'the first' : 'the second';
      });
      await agrees(server);
    });

    test('many erase different things: each has a certificate, and the file has them in their order', async () => {
      const server = await startPersonDesk(under);
      const leads = [];
      for (let n = 0; n < rounds; n++) leads.push(await server.addLead());
      const answers = await Promise.all(leads.map((lead) => server.erase(leadItem(lead))));
      expect(answers.map(({ status }) => status)).toEqual(leads.map(() => 200));
      expect(answers.map((answer) => answer.json<CertificateRecord>().seq).sort((a, b) => a - b)).toEqual(
        leads.map((_, at) => at + 1),
      );
      await agrees(server);
    });

    test('the dealer sends new answers: they are erased as well, or they are an inquiry of their own', async () => {
      const server = await startPersonDesk(under);
      const { db } = server.context.storage;
      const atOnce = createAtOnce(server.context.storage);
      await playRounds(rounds, ['erased too', 'of their own'], async (round) => {
        const lead = await server.addLead();
        const [erased, sent] = await atOnce([
          () => server.erase(leadItem(lead)),
          () => server.amend(lead, { email: `again-${round}@marzette.example` }),
        ]);
        expect(erased.status).toBe(200);
        expect(['accepted', 'amended']).toContain(sent.outcome);
        expect(await remainsOf(server, lead)).toBe(0);
        const leads = await db.selectFrom('leads').select('answers').execute();
        const theirs = leads.filter(({ answers }) => answers.includes(`again-${round}@`));
        expect(theirs).toHaveLength(sent.outcome === 'accepted' ? 1 : 0);
        return sent.outcome === 'amended' ? 'erased too' : 'of their own';
      });
      await agrees(server);
    });

    test('new answers after the erasure begin a new inquiry, and an attempt from before it stores nothing', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead();
      await server.erase(leadItem(lead));
      const sent = await server.amend(lead, { email: 'later@marzette.example' });
      expect(sent.outcome).toBe('accepted');
      expect(await server.repeat(lead)).toMatchObject({ outcome: 'replayed', leadId: lead });
      expect(await remainsOf(server, lead)).toBe(0);
      expect((await server.find('later@marzette.example')).items).toHaveLength(1);
    });

    test('the nightly sweep takes it: one of them has', async () => {
      const server = await startPersonDesk(under);
      const { storage, now } = server.context;
      const { lead: kind } = recordKinds;
      const atOnce = createAtOnce(storage);
      await playRounds(rounds, ['erased', 'swept'], async () => {
        const lead = await server.addLead();
        const [erased, taken] = await atOnce([
          () => server.erase(leadItem(lead)),
          () =>
            storage.transaction(async (trx) => {
              const ids = await kind.take(trx, [lead]);
              await kind.erase(trx, ids, now().toISOString());
              return ids.length;
            }),
        ]);
        expect([erased.status, taken]).toEqual(erased.status === 200 ? [200, 0] : [409, 1]);
        expect(await remainsOf(server, lead)).toBe(0);
        return taken === 0 ? 'erased' : 'swept';
      });
      await agrees(server);
    });

    test('a mail about it is being sent: it is erased at once, and the mail leaves nothing behind', async () => {
      let sending: (() => void) | undefined;
      const waiting: (() => void)[] = [];
      const transport = {
        close() {},
        send: () =>
          new Promise<{ kind: 'sent' }>((resolve) => {
            waiting.push(() => resolve({ kind: 'sent' }));
            sending?.();
          }),
      };
      const server = await startPersonDesk(
        under,
        { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'leads@boxline.example' },
        { mailTransport: transport },
      );
      const { delivery } = server.context;
      for (let round = 0; round < 4; round++) {
        const lead = await server.addLead({ email: `round-${round}@marzette.example` });
        const begun = new Promise<void>((resolve) => {
          sending = resolve;
        });
        const done = delivery.runDue();
        await begun;
        expect((await server.erase(leadItem(lead))).status).toBe(200);
        expect(await remainsOf(server, lead)).toBe(0);
        // Lets each mail that is due through, one after the other.
        const free = setInterval(() => {
          for (const letGo of waiting.splice(0)) letGo();
        }, 1);
        await done;
        clearInterval(free);
        expect(await remainsOf(server, lead)).toBe(0);
      }
      expect(server.log()).not.toMatch(/"level":(50|60)/);
      await agrees(server);
    });
  });
});
