/** Tests the messages as the desk shows them and as people change them. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MessagePage, MessageRecord } from '#contract/desk/message-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { listEntries } from '#server/audit/service.ts';
import { createMessageKinds, hiddenLinks } from '#server/message-kinds.ts';
import { createMessages } from '#server/messages/service.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { hearQueries } from '../../tests/support/heard-queries.ts';
import { storeSubmission } from '../../tests/support/store-submission.ts';

const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'us@boxline.example' };
const refused: SendResult = {
  kind: 'permanent',
  code: 'SMTP 550',
  step: 'recipient',
  reason: 'The mail server answered to RCPT TO: 550 no such user',
};

eachEngine((under) => {
  async function running() {
    let answer: SendResult = { kind: 'sent', said: '250 OK: queued' };
    let tries = 0;
    const mailTransport = {
      async send() {
        tries += 1;
        return answer;
      },
      close() {},
    };
    const server = await startDesk(under, smtp, { mailTransport });
    const { context } = server;
    const { delivery, storage, audit } = context;
    const manager = await server.signInAs('manager', { name: 'Ida Brandt' });

    async function write(recipient: string, at = new Date()): Promise<string> {
      const subjectId = await storeSubmission(storage, at);
      const kind = recipient === '' ? 'lead-operator' : 'lead-confirmation';
      await storage.transaction((trx) => delivery.enqueue(trx, { kind, subjectId, recipient, at }));
      const found = storage.db.selectFrom('messages').select('id').where('subject_id', '=', subjectId);
      return (await found.executeTakeFirstOrThrow()).id;
    }
    const get = async <T>(path: string, cookie = manager.cookie) => {
      const { status, json } = await server.desk('GET', path, { cookie });
      expect(status, path).toBe(200);
      return json() as T;
    };
    const post = (path: string, body: object, cookie = manager.cookie) => server.desk('POST', path, { cookie, body });
    const actions = async () => {
      await audit.flush();
      const entries = await listEntries(storage.db, {}, { cursor: undefined, limit: 100 });
      return entries.map(({ action, by_id, about }) => ({ action, by_id, about }));
    };
    return {
      ...server,
      manager,
      write,
      get,
      post,
      actions,
      answerWith(next: SendResult) {
        answer = next;
      },
      tries: () => tries,
      runDue: delivery.runDue,
    };
  }

  describe('R136 the messages of the desk', () => {
    it('R534 refuse a cursor that is none of theirs, instead of beginning anew', async () => {
      const { desk, manager } = await running();
      for (const cursor of ['garbage', 'bm9uc2Vuc2U', 'WyJhIl0', '%00']) {
        const { status } = await desk('GET', `/api/desk/messages?cursor=${cursor}`, { cookie: manager.cookie });
        expect(status, cursor).toBe(422);
      }
    });

    it('say what each try came to, at which step, and what was said', async () => {
      const { write, get, answerWith, runDue } = await running();
      const id = await write('');
      answerWith(refused);
      await runDue();
      const { messages, unfinished } = await get<MessagePage>('/api/desk/messages?filter=needsPerson');
      expect(unfinished).toMatchObject({ failed: 1, waiting: 0 });
      expect(messages).toMatchObject([
        {
          id,
          kind: 'lead-operator',
          to: 'us@boxline.example',
          toOperator: true,
          state: 'failed',
          attempts: 1,
          about: { kind: 'lead', label: expect.stringMatching(/^BX-/) },
          failedAt: expect.any(String),
          can: { retry: true, giveUp: true },
        },
      ]);
      const record = await get<MessageRecord>(`/api/desk/messages/${id}`);
      expect(record.events).toMatchObject([
        { kind: 'failed', attempt: 1, step: 'recipient', said: expect.stringContaining('550 no such user'), by: null },
      ]);
      expect(record.preview).toMatchObject({ subject: expect.stringContaining('Dealer inquiry'), html: true });
    });

    it('show a mail as it is sent, under a policy that runs and loads nothing', async () => {
      const { write, desk, manager } = await running();
      const id = await write('');
      const { status, text, headers } = await desk('GET', `/api/desk/messages/${id}/preview`, {
        cookie: manager.cookie,
      });
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(text).toContain('Harbor Point Motors');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/(^|; )sandbox ?(;|$)/);
      expect(policy).not.toContain('script-src');
      expect(policy).toContain("frame-ancestors 'self'");
    });

    it('hide every secret of a link', async () => {
      const { context, get, addPerson } = await running();
      const { storage, signIn } = context;
      const { id } = await addPerson('admin');
      const person = storage.db.selectFrom('people').select('mail').where('id', '=', id);
      await signIn.firstAdmin.makeRecoveryLink(String((await person.executeTakeFirstOrThrow()).mail));
      const link = await storage.db.selectFrom('staff_links').select('id').executeTakeFirstOrThrow();
      await storage.transaction((trx) =>
        context.delivery.enqueue(trx, {
          kind: 'staff-link',
          subjectId: link.id,
          recipient: 'sam@boxline.example',
          at: new Date(),
        }),
      );
      const { messages } = await get<MessagePage>('/api/desk/messages?search=SAM@box');
      const record = await get<MessageRecord>(`/api/desk/messages/${messages[0]?.id}`);
      expect(record.preview?.text).toContain('/desk/recovery#(hidden)');
      expect(JSON.stringify(record)).not.toMatch(/recovery#(?!\(hidden\))/);
    });

    it('are listed newest first in pages, and found by the beginning of an address', async () => {
      const { write, get } = await running();
      const from = Date.now() - 1_000_000;
      for (let n = 0; n < 60; n++)
        await write(n % 2 === 0 ? '' : `dealer${n}@Harbor.example`, new Date(from + n * 1000));
      const first = await get<MessagePage>('/api/desk/messages');
      expect(first.messages).toHaveLength(50);
      const second = await get<MessagePage>(`/api/desk/messages?cursor=${first.nextCursor}`);
      expect(second).toMatchObject({ nextCursor: null });
      const times = [...first.messages, ...second.messages].map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().reverse());
      expect(new Set([...first.messages, ...second.messages].map(({ id }) => id)).size).toBe(60);
      const found = await get<MessagePage>('/api/desk/messages?search=dealer5&channel=mail');
      expect(found.messages.map(({ to }) => to).sort()).toEqual(
        [5, 51, 53, 55, 57, 59].map((n) => `dealer${n}@Harbor.example`).sort(),
      );
      expect((await get<MessagePage>('/api/desk/messages?channel=sms')).messages).toEqual([]);
    });

    it('are for managers, and whoever opens one is in the audit log', async () => {
      const { write, get, desk, signInAs, manager, actions } = await running();
      const id = await write('');
      await get(`/api/desk/messages/${id}`);
      const agent = await signInAs('agent');
      expect((await desk('GET', `/api/desk/messages/${id}`, { cookie: agent.cookie })).status).toBe(403);
      expect(await actions()).toContainEqual({
        action: 'opened',
        by_id: manager.personId,
        about: [{ kind: 'message', id }],
      });
    });
  });

  describe('R137 a message that a person has tried again', () => {
    it('is tried once when two press at the same instant, round after round', async () => {
      const { write, get, post, signInAs, answerWith, runDue, tries, actions } = await running();
      const other = await signInAs('manager', { name: 'Tove Arden' });
      const id = await write('');
      answerWith(refused);
      await runDue();
      const rounds = roundsOf(12);
      for (let round = 0; round < rounds; round++) {
        const { retriedAt } = await get<MessageRecord>(`/api/desk/messages/${id}`);
        const before = tries();
        const press = (cookie: string | undefined) => post(`/api/desk/messages/${id}/retry`, { retriedAt }, cookie);
        const answers = await Promise.all([press(undefined), press(other.cookie), press(undefined)]);
        await runDue();
        // A press by a person who saw the message before the first press comes too late, even after the try.
        const late = await press(other.cookie);
        await runDue();
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        expect(late.status).toBe(409);
        expect(tries() - before).toBe(1);
      }
      const retried = (await actions()).filter(({ action }) => action === 'message-retried');
      expect(retried).toHaveLength(rounds);
      const record = await get<MessageRecord>(`/api/desk/messages/${id}`);
      expect(record.events.filter(({ kind }) => kind === 'retried')).toHaveLength(rounds);
      expect(record.events.at(-2)).toMatchObject({ kind: 'retried', by: expect.stringMatching(/Ida|Tove/) });
    });

    it('is not sent any more when it is given up, and says who did', async () => {
      const { write, get, post, answerWith, runDue, tries } = await running();
      const id = await write('dana@harborpoint.example');
      answerWith(refused);
      await runDue();
      const press = () => post(`/api/desk/messages/${id}/give-up`, { retriedAt: null });
      const answers = await Promise.all([press(), press()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const before = tries();
      await runDue();
      expect(tries()).toBe(before);
      const record = await get<MessageRecord>(`/api/desk/messages/${id}`);
      expect(record).toMatchObject({ state: 'expired', can: { retry: false, giveUp: false } });
      expect(record.events.at(-1)).toMatchObject({ kind: 'givenUp', by: 'Ida Brandt' });
      expect((await get<MessagePage>('/api/desk/messages?filter=notSent')).messages).toHaveLength(1);
    });

    it('says before it that an earlier try may have arrived', async () => {
      const { write, get, answerWith, runDue } = await running();
      const id = await write('dana@harborpoint.example');
      answerWith({ kind: 'unsure', step: 'text', code: 'ECONNRESET', reason: 'The connection ended.' });
      await runDue();
      expect(await get<MessageRecord>(`/api/desk/messages/${id}`)).toMatchObject({
        state: 'unsure',
        mayHaveArrived: true,
        events: [{ kind: 'unsure', step: 'text' }],
      });
    });

    it('is one of all when every message is tried again', async () => {
      const { write, post, answerWith, runDue, tries, actions } = await running();
      for (let n = 0; n < 3; n++) await write('');
      answerWith(refused);
      await runDue();
      answerWith({ kind: 'sent', said: '250 OK' });
      const before = tries();
      const answer = await post('/api/desk/messages/retry', {});
      expect(answer.json()).toEqual({ count: 3 });
      await runDue();
      expect(tries() - before).toBe(3);
      const [entry] = (await actions()).filter(({ action }) => action === 'messages-retried');
      expect(entry?.about).toHaveLength(3);
    });

    it('R1100 is not tried again by a press for all that comes late, after it was retried or failed anew', async () => {
      const { write, get, post, answerWith, runDue, tries } = await running();
      answerWith(refused);
      await write('');
      await runDue();
      const seenNow = async () => (await get<MessagePage>('/api/desk/messages')).serverNow;
      const retry = async (seen: string) => (await post('/api/desk/messages/retry', { seen })).json();
      const seen = await seenNow();
      await setTimeout(5);
      expect(await retry(seen)).toEqual({ count: 1 });
      await write('');
      await runDue();
      const before = tries();
      expect(await retry(seen)).toEqual({ count: 0 });
      await runDue();
      expect(tries()).toBe(before);
      await setTimeout(5);
      expect(await retry(await seenNow())).toEqual({ count: 2 });
    });

    it.each([
      { slice: 1, status: 401 },
      { slice: 2, status: 500 },
    ])('R1046 is answered as tried again in part when the session ends at slice $slice', async ({ slice, status }) => {
      const { write, post, answerWith, runDue, actions, context, manager } = await running();
      await write('');
      answerWith(refused);
      await runDue();
      // Those that wait and those that need a person are two slices.
      await write('');
      const { write: note } = context.audit;
      let slices = 0;
      vi.spyOn(context.audit, 'write').mockImplementation(async (trx, entry) => {
        slices += 1;
        const own = trx.updateTable('staff_sessions').set({ ended_at: context.now().toISOString() });
        if (slices === slice) await own.where('id', '=', manager.sessionId).execute();
        return note(trx, entry);
      });
      const answer = await post('/api/desk/messages/retry', {});
      expect(answer.status).toBe(status);
      expect((await actions()).filter(({ action }) => action === 'messages-retried')).toHaveLength(slice - 1);
    });
  });

  it('R983 is looked up by its id alone, whatever text stands in its place', async () => {
    const { context, write } = await running();
    const id = await write('');
    const { storage, queries } = hearQueries(context.storage);
    const { delivery, audit, config, forms, now } = context;
    const kinds = createMessageKinds({ storage, forms, now, config, ...hiddenLinks(config) });
    const messages = createMessages({ storage, outboxes: delivery.outboxes, audit, config, kinds });
    expect((await messages.find(id))?.id).toBe(id);
    // As long as an id, and neither of version 4 nor of version 7.
    const noIds = ['-'.repeat(36), '00000000-0000-0000-0000-000000000000', `${id.slice(0, 14)}1${id.slice(15)}`];
    for (const text of [...noIds, id.slice(-8), '\0']) expect(await messages.find(text), text).toBeUndefined();
    expect(queries().filter(({ sql }) => / like /i.test(sql))).toEqual([]);
  });

  it('answers 404 for a message that is not there', async () => {
    const { desk, manager } = await running();
    expect((await desk('GET', `/api/desk/messages/${mintId()}`, { cookie: manager.cookie })).status).toBe(404);
  });
});
