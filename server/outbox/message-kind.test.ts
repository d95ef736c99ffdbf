/** A kind of message that no feature of the server has, registered as docs/architecture.md says, on its way through both channels. */
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createMailComposer, createTextComposer } from './compose.ts';
import { createKinds, defineMessage } from './message-kind.ts';
import { createOutbox } from './outbox.ts';
import { createOverview } from './overview.ts';
import type { SendResult } from './retry-schedule.ts';
import type { Channel } from './tables.ts';
import { createWorker } from './worker.ts';

declare module './tables.ts' {
  interface MessageKinds {
    'test-parcel': true;
  }
}

/** The whole of a new kind: what a feature writes in a file of its own. */
const parcelMessages = (calls: string[]) => [
  defineMessage({
    kind: 'test-parcel',
    mail: async ({ subject_id }) => ({ subject: subject_id, text: subject_id, html: '', autoSubmitted: true }),
    text: async ({ subject_id, detail_id }) => `${subject_id} ${detail_id}`,
    about: async (ids) => new Map(ids.map((id) => [id, { kind: 'other', id, label: `No. ${id}` }])),
    lockSubject: async (_trx, subjectId) => void calls.push(`lock ${subjectId}`),
    onResult: async (trx, { id }, { state }) => {
      const row = await trx.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirst();
      calls.push(`${state}, and the row is ${row?.state}`);
    },
  }),
];

eachEngine(({ openStorage }) => {
  /** An outbox of a channel with a worker whose transport answers as told, in turn. */
  function startServer(storage: Storage, channel: Channel, ...answers: SendResult[]) {
    const calls: string[] = [];
    const sent: object[] = [];
    const clock = testClock();
    const kinds = createKinds(parcelMessages(calls));
    const outbox = createOutbox({ storage, kinds, now: clock.now, canSend: true, channel });
    const composeMail = createMailComposer(kinds, 'operator@boxline.example');
    const composeText = createTextComposer(kinds, (id) => `https://desk.example/${id}`, clock.now);
    const worker = createWorker<object>({
      outbox,
      compose: channel === 'mail' ? composeMail : composeText,
      transport: {
        async send(content) {
          sent.push(content);
          return answers.shift() ?? { kind: 'sent' };
        },
        close() {},
      },
      log: { info() {}, warn() {}, error() {} },
    });
    onTestFinished(() => worker.stop());
    const enqueue = (recipient: string) =>
      storage.transaction((trx) =>
        outbox.enqueue(trx, { kind: 'test-parcel', subjectId: 'p1', detailId: 'd1', recipient, at: clock.now() }),
      );
    return { calls, sent, clock, kinds, outbox, worker, enqueue };
  }

  test('R16 a kind that a feature registers is written, sent, and hears its result before the transaction ends', async () => {
    const storage = await openStorage();
    const { calls, sent, worker, enqueue, kinds } = startServer(storage, 'mail');
    await enqueue('');
    await worker.runDue();
    expect(sent).toMatchObject([{ to: 'operator@boxline.example', subject: 'p1' }]);
    expect(calls).toEqual(['lock p1', 'sent, and the row is sent']);
    const overview = createOverview(storage, kinds);
    const listed = await Array.fromAsync(overview.of('sent', 10));
    expect(listed).toMatchObject([{ kind: 'test-parcel', reference: 'No. p1' }]);
  });

  test('R22 its text says so when it may have arrived already', async () => {
    const storage = await openStorage();
    const cut: SendResult = { kind: 'unsure', code: 'ECONNRESET', reason: 'Cut' };
    const { calls, sent, clock, worker, enqueue } = startServer(storage, 'sms', cut);
    await enqueue('+12075550121');
    await worker.runDue();
    clock.advance(60_000);
    await worker.runDue();
    expect(sent).toMatchObject([{ to: '+12075550121', body: 'p1 d1' }, { body: 'Sent again. p1 d1' }]);
    expect(calls).toEqual(['lock p1', 'unsure, and the row is unsure', 'lock p1', 'sent, and the row is sent']);
  });

  test('R355 of a name that was stored with control characters, neither a text nor a mail carries one', async () => {
    const storage = await openStorage();
    const { clock, kinds } = startServer(storage, 'sms');
    const row = { kind: 'test-parcel', state: 'waiting', recipient: '', expires_at: null } as const;
    const message = { ...row, id: 'm1', subject_id: 'Har\u0007bor\r\nPo\u202eint\tX\n', detail_id: '\u001b[2J' };
    const text = await createTextComposer(kinds, () => '', clock.now)(message as never);
    expect(text.body).toBe('Harbor\nPoint\tX\n [2J');
    const mail = await createMailComposer(kinds, 'operator@boxline.example')(message as never);
    expect(mail).toMatchObject({ subject: 'Harbor Point X', text: 'Harbor\nPoint\tX\n' });
  });

  test('a kind that nobody registered is refused with the transaction that would write it', async () => {
    const storage = await openStorage();
    const outbox = createOutbox({ storage, kinds: createKinds([]), now: () => new Date(), canSend: true });
    const writing = storage.transaction((trx) =>
      outbox.enqueue(trx, { kind: 'test-parcel', subjectId: 'p1', recipient: '', at: new Date() }),
    );
    await expect(writing).rejects.toThrow('No feature registered messages of the kind test-parcel');
    expect(await storage.db.selectFrom('messages').select('id').execute()).toEqual([]);
  });

  test('a message of a kind that this server does not know waits for one that does', async () => {
    const storage = await openStorage();
    const { enqueue, sent, worker, clock } = startServer(storage, 'mail');
    await enqueue('');
    const kinds = createKinds([]);
    const older = createOutbox({ storage, kinds, now: clock.now, canSend: true });
    const olderWorker = createWorker({
      outbox: older,
      compose: createMailComposer(kinds, 'operator@boxline.example'),
      transport: { send: async () => ({ kind: 'sent' }), close() {} },
      log: { info() {}, warn() {}, error() {} },
    });
    onTestFinished(() => olderWorker.stop());
    await olderWorker.runDue();
    expect(await storage.db.selectFrom('messages').selectAll().execute()).toMatchObject([
      { state: 'waiting', last_error: expect.stringContaining('No feature registered') },
    ]);
    clock.advance(60_000);
    await worker.runDue();
    expect(sent).toHaveLength(1);
  });
});

test('two kinds of one name are refused', () => {
  const twice = [...parcelMessages([]), ...parcelMessages([])];
  expect(() => createKinds(twice)).toThrow('Two kinds of messages have the same name');
});
