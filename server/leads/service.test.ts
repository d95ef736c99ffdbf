import { describe, expect, it } from 'vitest';
import { mintId, referenceOf } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';

/** What is stored, as a person would count it. */
async function stored({ context: { storage } }: TestApp) {
  const leads = await storage.db.selectFrom('leads').selectAll().orderBy('created_at').execute();
  const submissions = await storage.db.selectFrom('submissions').select(['id', 'superseded_at']).execute();
  const messages = await storage.db.selectFrom('messages').select('kind').orderBy('kind').execute();
  return {
    references: leads.map(({ reference }) => reference),
    names: leads.map(({ answers }) => JSON.parse(answers).first_name),
    submissions: submissions.length,
    messages: messages.map(({ kind }) => kind),
  };
}

const first = ['lead-confirmation', 'lead-operator'];

eachEngine((under) => {
  describe('R13 a submission counts once', () => {
    it('when it comes again with the same id and answers, however they are spaced', async () => {
      const server = await startApp(under);
      const submission_id = mintId();
      for (const change of [
        {},
        { phone_number: '207.555.0148' },
        { phone_number: '+1 (207) 555 0148' },
        { email: 'ADA@harborpoint.example' },
        { submitted_date: 'x' },
        { fill_ms: 1 },
      ]) {
        expect(await server.send('inquiry', inquiryParams({ submission_id, ...change }))).toMatchObject({
          status: 200,
          text: 'OK',
        });
      }
      expect(await stored(server)).toMatchObject({
        references: [referenceOf(submission_id)],
        submissions: 1,
        messages: first,
      });
    });

    it('when fifty of it come at the same time', async () => {
      const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
      const params = inquiryParams({ submission_id: mintId() });
      const answers = await Promise.all(Array.from({ length: 50 }, () => server.send('inquiry', params)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 OK']));
      expect(await stored(server)).toMatchObject({ submissions: 1, messages: first });
    });

    it('when fifty equal ones without an id come at the same time', async () => {
      const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
      const answers = await Promise.all(Array.from({ length: 50 }, () => server.sendForm('inquiry', inquiryParams())));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await stored(server)).toMatchObject({ submissions: 1, messages: first });
    });

    it.each([
      ['(207) 555-0131 ext. 12', '(207) 555-0131 ext. 21'],
      ['(207) 555-0131', '(207) 555-0131 x12'],
      ['(207) 555-0131 before noon', '(207) 555-0131 after six'],
    ])('and not as another: %s is not %s', async (typed, corrected) => {
      const server = await startApp(under);
      const submission_id = mintId();
      const send = (phone_number: string) => server.send('inquiry', inquiryParams({ submission_id, phone_number }));
      expect(await send(typed)).toMatchObject({ status: 200 });
      expect(await send(corrected)).toMatchObject({ status: 422 });
    });

    it('and is refused when its id comes with other answers', async () => {
      const server = await startApp(under);
      const submission_id = mintId();
      await server.send('inquiry', inquiryParams({ submission_id }));
      const other = await server.send('inquiry', inquiryParams({ submission_id, first_name: 'Bea' }));
      expect(other.status).toBe(422);
      expect(other.text).toMatch(/^submission_id: /);
      expect(await stored(server)).toMatchObject({ names: ['Ada'], submissions: 1, messages: first });
    });
  });

  describe('R13 equal answers without an id', () => {
    it('are one lead within ten minutes and two after them', async () => {
      let now = new Date('2026-11-21T21:00:00Z');
      const server = await startApp(under, {}, { now: () => now });
      await server.sendForm('inquiry', inquiryParams());
      now = new Date('2026-11-21T21:09:59Z');
      await server.sendForm('inquiry', inquiryParams());
      expect((await stored(server)).references).toHaveLength(1);
      now = new Date('2026-11-21T21:20:01Z');
      await server.sendForm('inquiry', inquiryParams());
      expect((await stored(server)).references).toHaveLength(2);
    });

    it('are two leads when they are two stores, or two forms', async () => {
      const server = await startApp(under);
      await server.sendForm('inquiry', inquiryParams());
      await server.sendForm('inquiry', inquiryParams({ dealership_name: 'Ridgeview RV' }));
      await server.sendForm('intake', intakeParams());
      expect((await stored(server)).references).toHaveLength(3);
    });
  });

  describe('R13 an attempt that amends one whose fate nobody knew', () => {
    it('makes one amended lead when the first had arrived', async () => {
      const server = await startApp(under);
      const root = mintId();
      await server.send('inquiry', inquiryParams({ submission_id: root }));
      const amended = inquiryParams({ submission_id: mintId(), amends: root, first_name: 'Bea' });
      expect(await server.send('inquiry', amended)).toMatchObject({ status: 200 });
      expect(await server.send('inquiry', amended)).toMatchObject({ status: 200 });
      expect(await stored(server)).toEqual({
        references: [referenceOf(root)],
        names: ['Bea'],
        submissions: 2,
        messages: ['lead-amended', ...first].sort(),
      });
    });

    it('makes one lead, with the reference of the first, when the first had not arrived', async () => {
      const server = await startApp(under);
      const root = mintId();
      await server.send('inquiry', inquiryParams({ submission_id: mintId(), amends: root }));
      expect(await stored(server)).toMatchObject({ references: [referenceOf(root)], submissions: 1, messages: first });
    });

    it('keeps the newer answers when the first arrives late', async () => {
      const server = await startApp(under);
      const root = mintId();
      await server.send('inquiry', inquiryParams({ submission_id: mintId(), amends: root, first_name: 'Bea' }));
      expect(await server.send('inquiry', inquiryParams({ submission_id: root }))).toMatchObject({ status: 200 });
      expect(await stored(server)).toEqual({
        references: [referenceOf(root)],
        names: ['Bea'],
        submissions: 2,
        messages: first,
      });
    });

    it('makes one lead when both arrive at the same time, in any order', async () => {
      const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
      const atOnce = createAtOnce(server.context.storage);
      const rounds = roundsOf(20);
      for (let round = 0; round < rounds; round++) {
        const root = mintId();
        const both = [
          inquiryParams({ submission_id: root, dealership_name: `Store ${round}` }),
          inquiryParams({
            submission_id: mintId(),
            amends: root,
            first_name: 'Bea',
            dealership_name: `Store ${round}`,
          }),
        ];
        const answers = await atOnce(both.map((params) => () => server.send('inquiry', params)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect((await stored(server)).names).toEqual(Array(rounds).fill('Bea'));
    });

    it('confirms to the address that is new', async () => {
      const server = await startApp(under);
      const root = mintId();
      await server.send('inquiry', inquiryParams({ submission_id: root }));
      await server.send(
        'inquiry',
        inquiryParams({ submission_id: mintId(), amends: root, email: 'bea@harborpoint.example' }),
      );
      expect((await stored(server)).messages).toEqual([
        'lead-amended',
        'lead-confirmation',
        'lead-confirmation',
        'lead-operator',
      ]);
    });

    it('is a lead of its own when the first was another form', async () => {
      const server = await startApp(under);
      const root = mintId();
      await server.send('intake', intakeParams({ submission_id: root }));
      await server.send('inquiry', inquiryParams({ submission_id: mintId(), amends: root }));
      expect((await stored(server)).references).toHaveLength(2);
    });
  });

  it('R1115 a lead takes fifty attempts, and later ones that amend it are leads of their own, also at the same instant', async () => {
    const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1000/60' });
    const { db } = server.context.storage;
    const atOnce = createAtOnce(server.context.storage);
    await playRounds(4, ['Bea', 'Cy'], async (round) => {
      const root = mintId();
      const ids = [mintId(), mintId(), mintId()];
      const amend = (at: number, first_name: string) => () => {
        const change = { amends: root, submission_id: ids[at], dealership_name: `Store ${round}`, first_name };
        return server.send('inquiry', inquiryParams(change));
      };
      await server.send('inquiry', inquiryParams({ submission_id: root }));
      const sent = await db.selectFrom('submissions').selectAll().where('id', '=', root).executeTakeFirstOrThrow();
      const earlier = Array.from({ length: 48 }, () => ({ ...sent, id: mintId(), replaced_by: root }));
      await db.insertInto('submissions').values(earlier).execute();
      const answers = [...(await atOnce([amend(0, 'Bea'), amend(1, 'Cy')])), await amend(2, 'Dee')()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const taken = await db.selectFrom('submissions').select('id').where('lead_id', '=', root).execute();
      expect(taken).toHaveLength(50);
      const leads = await db
        .selectFrom('leads')
        .select(['id', 'answers'])
        .where('id', 'in', [root, ...ids])
        .execute();
      const names = new Map(leads.map(({ id, answers: typed }) => [id, String(JSON.parse(typed).first_name)]));
      expect([...names.values()].sort()).toEqual(['Bea', 'Cy', 'Dee']);
      const told = await db
        .selectFrom('messages')
        .select('kind')
        .where('subject_id', 'in', ids)
        .where('kind', '<>', 'lead-confirmation')
        .orderBy('kind')
        .execute();
      expect(told.map(({ kind }) => kind)).toEqual(['lead-amended', 'lead-operator', 'lead-operator']);
      return names.get(root) ?? '';
    });
  });

  it('R16 confirms to one address at most three times in 24 hours, and keeps every lead', async () => {
    let now = new Date('2026-11-21T21:00:00Z');
    const server = await startApp(under, {}, { now: () => now });
    const sendOne = (number: number) =>
      server.send(
        'inquiry',
        inquiryParams({
          submission_id: mintId(),
          dealership_name: `Store ${number}`,
          email: number % 2 ? 'ada@harborpoint.example' : 'Ada@HarborPoint.example',
        }),
      );
    await Promise.all([1, 2, 3, 4, 5].map(sendOne));
    const confirmations = async () =>
      (await stored(server)).messages.filter((kind) => kind === 'lead-confirmation').length;
    expect((await stored(server)).references).toHaveLength(5);
    expect(await confirmations()).toBe(3);
    now = new Date('2026-11-22T21:00:01Z');
    await sendOne(6);
    expect(await confirmations()).toBe(4);
  });

  it('R52 confirms three times to one mailbox, however its address is written, and each time to the address that was typed', async () => {
    const server = await startApp(under);
    const sendTo = (email: string) =>
      server.send('inquiry', inquiryParams({ submission_id: mintId(), dealership_name: email, email }));
    const typed = ['victim+1@gmail.com', 'victim+2@gmail.com', 'VIC.TIM@gmail.com', 'victim@googlemail.com'];
    await Promise.all([...typed, 'v.ictim+3@Gmail.com'].map(sendTo));
    await sendTo('victim@dealer.example');
    const rows = await server.context.storage.db
      .selectFrom('messages')
      .select('recipient')
      .where('kind', '=', 'lead-confirmation')
      .execute();
    const recipients = rows.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(4);
    expect(recipients).toContain('victim@dealer.example');
    const known = new Set([...typed, 'v.ictim+3@gmail.com', 'victim@dealer.example'].map((one) => one.toLowerCase()));
    expect(recipients.filter((one) => !known.has(one))).toEqual([]);
    expect((await stored(server)).references).toHaveLength(6);
  });
});
