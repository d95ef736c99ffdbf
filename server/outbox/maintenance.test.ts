import { type CompiledQuery, type Insertable, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { analyze, filledIn, insertMany } from '../../tests/support/heard-queries.ts';
import { createOutbox, leaseMs, type Outbox } from './outbox.ts';
import { createOverview, type OverviewRow } from './overview.ts';
import type { MessageTable } from './tables.ts';
import { pass, testKinds } from './testing.ts';

const minuteMs = 60_000;

const rowOf = (storage: Storage) => storage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();

eachEngine(({ openStorage, engine }) => {
  /** One text that ends in fifteen minutes, or one mail that never ends. */
  async function withOne(channel: 'sms' | 'mail') {
    const storage = await openStorage();
    const clock = testClock();
    const open = (canSend: boolean) => createOutbox({ storage, kinds: testKinds, now: clock.now, canSend, channel });
    const outbox = open(true);
    const subjectId = mintId();
    const at = clock.now();
    const ends = channel === 'sms' && { expiresAt: new Date(at.getTime() + 15 * minuteMs).toISOString() };
    await storage.transaction((trx) =>
      outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: '', at, ...ends }),
    );
    return { storage, clock, outbox, open };
  }

  async function claimed(outbox: Outbox) {
    const claim = await outbox.claim();
    if (!claim) throw new Error('nothing was claimed');
    return claim;
  }

  describe('at its end', () => {
    test('what needed a person needs none any more and keeps its reason', async () => {
      const { storage, clock, outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), { state: 'failed', reason: 'Refused for good: opted out' });
      clock.advance(15 * minuteMs - 1);
      expect(await outbox.expire()).toBe(0);
      clock.advance(1);
      expect(await outbox.retry('all')).toBe(0);
      expect(await outbox.expire()).toBe(1);
      expect(await rowOf(storage)).toMatchObject({ state: 'expired', last_error: 'Refused for good: opted out' });
    });

    test('a mail about a lead, which has none, goes on needing a person', async () => {
      const { storage, clock, outbox } = await withOne('mail');
      await outbox.recordResult(await claimed(outbox), { state: 'failed', reason: 'Refused for good: 550' });
      clock.advance(1_000_000 * minuteMs);
      expect(await outbox.expire()).toBe(0);
      expect(await rowOf(storage)).toMatchObject({ state: 'failed' });
    });

    test('what may have arrived is not said to have been sent never', async () => {
      const { storage, clock, outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), { state: 'unsure', reason: 'Cut', delayMs: 20 * minuteMs });
      clock.advance(15 * minuteMs);
      await outbox.expire();
      expect(await rowOf(storage)).toMatchObject({
        state: 'expired',
        last_error: expect.stringContaining('may have arrived'),
      });
    });
  });

  test('R871 one retry of all messages counts once for each, also for one whose server died while it sent it', async () => {
    const { storage, clock, outbox, open } = await withOne('mail');
    await claimed(outbox);
    await pass(storage, leaseMs + 1, clock);
    expect(await open(false).retry('all')).toBe(1);
    const retries = storage.db.selectFrom('message_events').select('seq').where('kind', '=', 'retried');
    expect(await retries.execute()).toHaveLength(1);
    expect(await rowOf(storage)).toMatchObject({ state: 'unsure', attempts: 0 });
  });

  describe('what a person does to a message in the instant in which the operator is told of it', () => {
    test.each(['retry', 'giveUp'] as const)('counts: %s', async (deed) => {
      const { storage, clock, outbox } = await withOne('mail');
      const { id } = await rowOf(storage);
      const told = (at: string) =>
        storage.transaction(async (trx) => {
          await trx.updateTable('messages').set({ failure_told_at: at }).execute();
          // It goes on for a while, as the transaction that writes the alert does.
          for (let statement = 0; statement < 20; statement += 1) await rowOf({ ...storage, db: trx });
        });
      for (let round = 0; round < 12; round += 1) {
        const failed = { state: 'failed', failed_at: clock.now().toISOString(), expires_at: null } as const;
        await storage.db.updateTable('messages').set(failed).execute();
        const by = { by: null };
        const [, done] = await Promise.all([told(clock.now().toISOString()), outbox[deed](id, by)]);
        expect(Number(done), `round ${round}`).toBe(1);
        clock.advance(minuteMs);
      }
    });
  });

  describe('a text that may have arrived', () => {
    const cut = { state: 'unsure', reason: 'Cut', delayMs: 1000 } as const;

    test('stays marked when a person tries it again while it waits', async () => {
      const { clock, outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), cut);
      expect(await outbox.retry('all')).toBe(1);
      clock.advance(1);
      expect(await outbox.claim()).toMatchObject({ state: 'unsure', attempts: 1 });
    });

    test('stays marked when a person tries it again after it was given up', async () => {
      const { outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), cut);
      await outbox.retry('all');
      await outbox.recordResult(await claimed(outbox), { state: 'failed', reason: 'Given up after 2 tries' });
      expect(await outbox.retry('all')).toBe(1);
      expect(await outbox.claim()).toMatchObject({ state: 'unsure' });
    });

    test('stays marked when the last try is the one that may have arrived', async () => {
      const { outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), {
        state: 'failed',
        reason: 'Given up: cut',
        mayHaveArrived: true,
      });
      await outbox.retry('all');
      expect(await outbox.claim()).toMatchObject({ state: 'unsure' });
    });

    test('stays marked when its server stopped in mid-send and it was held meanwhile', async () => {
      const { storage, clock, outbox, open } = await withOne('sms');
      await claimed(open(true));
      await pass(storage, leaseMs, clock);
      const taken = await claimed(outbox);
      await outbox.recordResult(taken, cut);
      clock.advance(2 * minuteMs);
      await open(false).reconcile();
      await outbox.reconcile();
      expect(await outbox.claim()).toMatchObject({ state: 'unsure' });
    });

    test('is not marked when no try can have arrived', async () => {
      const { outbox } = await withOne('sms');
      await outbox.recordResult(await claimed(outbox), { state: 'failed', reason: 'Refused for good' });
      await outbox.retry('all');
      expect(await outbox.claim()).toMatchObject({ state: 'waiting' });
    });
  });

  test('what each second asks reads no message that does not end', async () => {
    const storage = await openStorage();
    await insertMany(storage, 'messages', 500, (): Insertable<MessageTable> => {
      const at = '2026-11-21T21:06:00.000Z';
      const about = { kind: 'lead-confirmation', channel: 'mail', subject_id: mintId(), recipient: '' } as const;
      return { ...about, id: mintId(), state: 'held', created_at: at, due_at: at };
    });
    await analyze(storage);
    const asked: RootOperationNode[] = [];
    const listen: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const listening = { ...storage, db: storage.db.withPlugin(listen) };
    const outbox = createOutbox({ storage: listening, kinds: testKinds, now: () => new Date(), canSend: true });
    await outbox.expire();
    const executor = storage.db.getExecutor();
    const planOf = (query: CompiledQuery) =>
      storage.transaction(async (trx) => {
        const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
        const { rows } = await trx.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
        return JSON.stringify(rows);
      });
    expect(asked).toHaveLength(1);
    for (const node of asked) {
      const query = executor.compileQuery(node, { queryId: 'plan' });
      expect(await planOf({ ...query, parameters: query.parameters.map(filledIn) })).toContain('messages_by_end');
    }
  });

  test('R16 more messages than fit in a slice are each tried again once, whenever they are due', async () => {
    const storage = await openStorage();
    const clock = testClock();
    const outbox = createOutbox({ storage, kinds: testKinds, now: clock.now, canSend: true });
    const count = 450;
    const subjectId = mintId();
    await storage.transaction(async (trx) => {
      for (let n = 0; n < count; n++) {
        await outbox.enqueue(trx, { kind: 'test-note', subjectId, recipient: 'ada@x.example', at: clock.now() });
      }
    });
    const later = new Date(clock.now().getTime() + 30 * minuteMs).toISOString();
    await storage.db.updateTable('messages').set({ due_at: later }).where('id', '<', '8').execute();
    await storage.db.updateTable('messages').set({ state: 'failed', failed_at: later }).where('id', '>', 'c').execute();
    clock.advance(minuteMs);
    expect(await outbox.retry('all')).toBe(count);
    const { db } = storage;
    const tried = await db.selectFrom('message_events').select('message_id').where('kind', '=', 'retried').execute();
    expect(new Set(tried.map(({ message_id }) => message_id)).size).toBe(tried.length);
    const at = clock.now().toISOString();
    const due = await db
      .selectFrom('messages')
      .select('id')
      .where('due_at', '=', at)
      .where('state', '=', 'waiting')
      .execute();
    expect(due).toHaveLength(count);
  });

  test('R16 the list of a state has the mails and the texts in one order, a slice after the other', async () => {
    const storage = await openStorage();
    const start = Date.parse('2026-11-21T21:06:00.000Z');
    const at = (n: number) => new Date(start + n * 1000).toISOString();
    await insertMany(
      storage,
      'messages',
      900,
      (n): Insertable<MessageTable> => ({
        id: mintId(),
        kind: 'lead-confirmation',
        channel: n % 2 ? 'mail' : 'sms',
        subject_id: mintId(),
        recipient: 'ada@x.example',
        state: (['held', 'failed', 'sent', 'expired'] as const)[n % 4] ?? 'held',
        // Two of each time, as of the mails of one lead.
        created_at: at(Math.floor(n / 8)),
        due_at: at(1000 - Math.floor(n / 8)),
      }),
    );
    const overview = createOverview(storage);
    for (const [state, order] of [
      ['held', (row: OverviewRow) => row.due_at],
      ['failed', (row: OverviewRow) => row.due_at],
      ['sent', (row: OverviewRow) => row.created_at],
      ['expired', (row: OverviewRow) => row.created_at],
    ] as const) {
      const listed = await Array.fromAsync(overview.of(state, Number.POSITIVE_INFINITY));
      expect(new Set(listed.map(({ id }) => id)).size, state).toBe(225);
      const times = listed.map(order);
      const sorted = times.toSorted();
      expect(times, state).toEqual(state === 'sent' || state === 'expired' ? sorted.toReversed() : sorted);
    }
  });
});
