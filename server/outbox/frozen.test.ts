/** A process that stood still for longer than its leases, on a controlled clock: a machine that slept, a SIGSTOP. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { type Claim, createOutbox, leaseMs, type Message, type Outbox } from './outbox.ts';
import type { SendResult } from './retry-schedule.ts';
import { updateText } from './store.ts';
import type { Channel } from './tables.ts';
import { pass, testKinds } from './testing.ts';
import { createWorker } from './worker.ts';

async function claimFrom({ claim }: Pick<Outbox, 'claim'>): Promise<Claim> {
  const claimed = await claim();
  if (!claimed) throw new Error('nothing was claimed');
  return claimed;
}

const eventually = { timeout: 15_000 };

/** A transport whose answers come when the test says so. */
function hanging() {
  const sent: Message[] = [];
  const open: ((result: SendResult) => void)[] = [];
  return {
    sent,
    answerAll(result: SendResult) {
      for (const answer of open.splice(0)) answer(result);
    },
    transport: {
      send(message: Message) {
        sent.push(message);
        return new Promise<SendResult>((resolve) => open.push(resolve));
      },
      close() {},
    },
  };
}

eachEngine(({ engine, openStorage }) => {
  /** A server of one channel, with so many workers. Its clock is the test's. */
  function startServer(storage: Storage, channel: Channel, clock = testClock(), workerCount = 1) {
    const wire = hanging();
    const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true, channel });
    const workers = Array.from({ length: workerCount }, () =>
      createWorker<Message>({
        outbox,
        transport: wire.transport,
        compose: async (message) => message,
        log: { info() {}, warn() {}, error() {} },
        // Nobody beats while the process stands still, and the test decides when somebody looks.
        heartbeatMs: 1_000_000,
        pollMs: 1_000_000,
        finishMs: 50,
        interruptMs: 50,
      }),
    );
    const enqueue = async (count: number) => {
      const subjectId = mintId();
      for (let n = 0; n < count; n++) {
        const message = { kind: 'test-note', subjectId, recipient: '', at: clock.now() } as const;
        await storage.transaction((trx) => outbox.enqueue(trx, message));
      }
    };
    onTestFinished(async () => {
      wire.answerAll({ kind: 'sent' });
      await Promise.all(workers.map((worker) => worker.stop()));
    });
    return { ...wire, clock, outbox, workers, enqueue };
  }

  const rowsOf = ({ db }: Storage) => db.selectFrom('messages').selectAll().execute();

  describe.each<Channel>(['mail', 'sms'])('R48 a process that stood still while it sent by %s', (channel) => {
    test('sends none of what it holds again, and marks what the answers say', async () => {
      const storage = await openStorage();
      const { clock, workers, enqueue, sent, answerAll } = startServer(storage, channel);
      await enqueue(5);
      const [worker] = workers;
      const running = worker?.runDue();
      await expect.poll(() => sent.length, eventually).toBe(3);
      await pass(storage, 10 * leaseMs, clock);
      // The timers come before the answers are read: the worker looks once more while three are in flight.
      const lookedAgain = worker?.runDue();
      await storage.ping();
      answerAll({ kind: 'sent' });
      await expect.poll(() => sent.length, eventually).toBe(5);
      answerAll({ kind: 'sent' });
      await Promise.all([running, lookedAgain]);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(5);
      const once = { state: 'sent', attempts: 1, last_error: null, unsure_at: null, lease_token: null };
      expect(await rowsOf(storage)).toMatchObject(Array(5).fill(once));
    });

    test('with two workers sends nothing twice: neither takes what the other holds', async () => {
      const storage = await openStorage();
      const { clock, workers, enqueue, sent, answerAll } = startServer(storage, channel, testClock(), 2);
      await enqueue(1);
      const [one, two] = workers;
      const running = one?.runDue();
      await expect.poll(() => sent.length, eventually).toBe(1);
      await pass(storage, 10 * leaseMs, clock);
      await two?.runDue();
      expect(sent).toHaveLength(1);
      answerAll({ kind: 'sent' });
      await running;
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent', attempts: 1, unsure_at: null }]);
    });

    test('and lost a message to another replica neither marks it nor sends it again', async () => {
      const storage = await openStorage();
      const frozen = startServer(storage, channel);
      const other = startServer(storage, channel);
      await frozen.enqueue(1);
      const running = frozen.workers[0]?.runDue();
      await expect.poll(() => frozen.sent.length, eventually).toBe(1);
      await pass(storage, leaseMs, frozen.clock, other.clock);
      const takingOver = other.workers[0]?.runDue();
      await expect.poll(() => other.sent.length, eventually).toBe(1);
      expect(other.sent).toMatchObject([{ state: 'unsure', last_error: expect.stringContaining('may have arrived') }]);
      frozen.answerAll({ kind: 'permanent', code: 'LATE', reason: 'late news' });
      await running;
      expect(await rowsOf(storage)).toMatchObject([{ state: 'unsure', attempts: 2 }]);
      other.answerAll({ kind: 'sent' });
      await takingOver;
      await frozen.workers[0]?.runDue();
      expect(frozen.sent).toHaveLength(1);
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    });

    test('between its claim and its try sends nothing that another replica has sent', async () => {
      const storage = await openStorage();
      const frozen = startServer(storage, channel);
      const other = startServer(storage, channel);
      await frozen.enqueue(1);
      const claim = await claimFrom(frozen.outbox);
      expect(await frozen.outbox.mayStillSend(claim)).toBe(true);
      await pass(storage, leaseMs, frozen.clock, other.clock);
      const takingOver = other.workers[0]?.runDue();
      await expect.poll(() => other.sent.length, eventually).toBe(1);
      other.answerAll({ kind: 'sent' });
      await takingOver;
      expect(await frozen.outbox.mayStillSend(claim)).toBe(false);
    });

    test('between its claim and its try sends nothing that another has sent, although its clock is set back', async () => {
      const storage = await openStorage();
      const frozen = startServer(storage, channel);
      const other = startServer(storage, channel);
      await frozen.enqueue(1);
      const claim = await claimFrom(frozen.outbox);
      await pass(storage, leaseMs, other.clock);
      const takingOver = other.workers[0]?.runDue();
      await expect.poll(() => other.sent.length, eventually).toBe(1);
      other.answerAll({ kind: 'sent' });
      await takingOver;
      frozen.clock.advance(-leaseMs);
      const steadyMs = performance.now();
      const steady = vi.spyOn(performance, 'now').mockImplementation(() => steadyMs + 2 * leaseMs);
      onTestFinished(() => steady.mockRestore());
      expect(await frozen.outbox.mayStillSend(claim)).toBe(false);
    });

    test('does not claim again what it still sends, after another replica took it over and gave it back', async () => {
      const storage = await openStorage();
      const sender = startServer(storage, channel);
      const other = startServer(storage, channel);
      await sender.enqueue(1);
      const claim = await claimFrom(sender.outbox);
      await pass(storage, 2 * leaseMs, other.clock);
      const taken = await claimFrom(other.outbox);
      await other.outbox.release(taken);
      expect(await sender.outbox.claim()).toBeUndefined();
      expect(await sender.outbox.recordResult(claim, { state: 'sent' })).toBe(false);
      expect(await sender.outbox.claim()).toMatchObject({ id: claim.id });
    });

    test('between its claim and its try, alone, renews its lease and sends once', async () => {
      const storage = await openStorage();
      const { clock, outbox, enqueue } = startServer(storage, channel);
      await enqueue(1);
      const claim = await claimFrom(outbox);
      await pass(storage, 2 * leaseMs, clock);
      expect(await outbox.claim()).toBeUndefined();
      expect(await outbox.mayStillSend(claim)).toBe(true);
      expect(await outbox.recordResult(claim, { state: 'sent' })).toBe(true);
    });

    /** Lets something happen once while the first statement from now on is under way. Returns what hears of each. */
    function duringNextStatement({ db }: Storage, happens: () => void) {
      const executor = db.getExecutor();
      const provide = executor.provideConnection.bind(executor);
      return vi.spyOn(executor, 'provideConnection').mockImplementationOnce((use, options) => {
        happens();
        return provide(use, options);
      });
    }

    test('and once more while it renews its lease, renews it again before it sends', async () => {
      const storage = await openStorage();
      const { clock, outbox, enqueue } = startServer(storage, channel);
      await enqueue(1);
      const claim = await claimFrom(outbox);
      await pass(storage, 2 * leaseMs, clock);
      const statements = duringNextStatement(storage, () => clock.advance(2 * leaseMs));
      expect(await outbox.mayStillSend(claim)).toBe(true);
      // The lease is renewed and looked at, twice.
      expect(statements).toHaveBeenCalledTimes(4);
      statements.mockRestore();
      const other = startServer(storage, channel, clock);
      expect(await other.outbox.claim()).toBeUndefined();
    });

    test('whose machine slept while it renewed its lease renews it again before it sends', async () => {
      const storage = await openStorage();
      const { outbox, enqueue } = startServer(storage, channel);
      await enqueue(1);
      const claim = await claimFrom(outbox);
      const wallMs = Date.now();
      const wall = vi.spyOn(Date, 'now').mockImplementation(() => wallMs);
      onTestFinished(() => wall.mockRestore());
      const statements = duringNextStatement(storage, () => wall.mockImplementation(() => wallMs + 2 * leaseMs));
      expect(await outbox.mayStillSend(claim)).toBe(true);
      expect(statements).toHaveBeenCalledTimes(4);
    });

    test('and is asked to stop marks what was answered meanwhile', async () => {
      const storage = await openStorage();
      const { clock, workers, enqueue, sent, answerAll } = startServer(storage, channel);
      await enqueue(4);
      const running = workers[0]?.runDue();
      await expect.poll(() => sent.length, eventually).toBe(3);
      await pass(storage, 10 * leaseMs, clock);
      const stopping = workers[0]?.stop();
      answerAll({ kind: 'sent' });
      await Promise.all([running, stopping]);
      expect(sent).toHaveLength(3);
      const states = (await rowsOf(storage)).map(({ state, attempts }) => `${state} ${attempts}`).sort();
      expect(states).toEqual(['sent 1', 'sent 1', 'sent 1', 'waiting 0']);
    });

    test('past the end of what it sends leaves the answer to say what became of it', async () => {
      const storage = await openStorage();
      const { clock, outbox, workers, enqueue, sent, answerAll } = startServer(storage, channel);
      await enqueue(1);
      const end = new Date(clock.now().getTime() + leaseMs).toISOString();
      await storage.db.updateTable('messages').set({ expires_at: end }).execute();
      const running = workers[0]?.runDue();
      await expect.poll(() => sent.length, eventually).toBe(1);
      await pass(storage, 10 * leaseMs, clock);
      await outbox.expire();
      answerAll({ kind: 'sent' });
      await running;
      expect(await rowsOf(storage)).toMatchObject([{ state: 'sent', attempts: 1 }]);
    });
  });

  test('R48 a text on its one retry is not given up while its process holds it', async () => {
    const storage = await openStorage();
    const { clock, outbox, workers, enqueue, sent, answerAll } = startServer(storage, 'sms');
    await enqueue(1);
    const first = workers[0]?.runDue();
    await expect.poll(() => sent.length, eventually).toBe(1);
    answerAll({ kind: 'unsure', code: 'ECONNRESET', reason: 'cut' });
    await first;
    clock.advance(60_000);
    const second = workers[0]?.runDue();
    await expect.poll(() => sent.length, eventually).toBe(2);
    await pass(storage, 10 * leaseMs, clock);
    await outbox.expire();
    answerAll({ kind: 'sent' });
    await second;
    expect(await rowsOf(storage)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('R48 a report in the commit of the last question keeps a text back that was taken over', async (context) => {
    if (engine === 'postgres') {
      context.skip('a report comes by another connection there, before the question or after it: they share no commit');
    }
    const storage = await openStorage();
    const before = startServer(storage, 'sms');
    const after = startServer(storage, 'sms', before.clock);
    for (let round = 0; round < 20; round++) {
      await before.enqueue(1);
      const { id } = await claimFrom(before.outbox);
      await pass(storage, 2 * leaseMs, before.clock);
      const claim = await claimFrom(after.outbox);
      expect(claim).toMatchObject({ id, state: 'unsure' });
      const at = before.clock.now().toISOString();
      const [may] = await Promise.all([
        after.outbox.mayStillSend(claim),
        storage.transaction((trx) => updateText(trx, id, { state: 'sent', sent_at: at })),
      ]);
      expect(may, `round ${round}`).toBe(false);
    }
  });
});
