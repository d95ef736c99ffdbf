/** A lead of several forms is kept, or let go, while its dealer sends new answers: their locks are taken in one order. */
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';
import { bySomebodyElse } from '../../tests/support/one-connection.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { lockByHold } from './store-retention.ts';

vi.setConfig({ testTimeout: 120_000 });

onPostgres((under) => {
  async function running() {
    const server = await startJoining(under);
    const { context, send, record, join, dana } = server;
    const { cookie } = dana;
    /** A lead that shows one form and has two others; their ids. */
    async function joinedLead() {
      const [shown, ...others] = [await send('intake'), await send('inquiry'), await send('inquiry')];
      for (const other of others) await join(cookie, await record(cookie, shown), await record(cookie, other));
      return { shown, others };
    }
    const amendEach = (forms: readonly string[]) => forms.map((form) => () => send('inquiry', {}, { amends: form }));
    const hold = async (id: string) => (await context.holds.set(null, { kind: 'lead', id }, 'Letter of counsel')).hold;
    return { context, send, joinedLead, amendEach, hold, play: watchOrder(context.storage) };
  }

  it('R710 a hold is set on a lead while the dealer sends new answers to the forms that are joined to it', async () => {
    const { joinedLead, amendEach, hold, play } = await running();
    await play(10, async () => {
      const { shown, others } = await joinedLead();
      return [() => hold(shown), ...amendEach(others)];
    });
  });

  it('R710 joined forms that nobody finds yet are indexed while the dealer sends new answers to them', async () => {
    const { context, joinedLead, amendEach, play } = await running();
    const { db } = context.storage;
    await play(10, async () => {
      const { shown, others } = await joinedLead();
      await context.leadIndexing.update();
      await db
        .updateTable('leads')
        .set({ keyed_at: null })
        .where('id', 'in', [shown, ...others])
        .execute();
      return [context.leadIndexing.update, ...amendEach(others)];
    });
  });

  /** Runs two works of which the first waits for a form that somebody else has, and the second then too. */
  function meetAt(storage: Storage) {
    const { db } = storage;
    const waiting = (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await sql<{ count: number }>`
            SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
          return rows[0]?.count;
        })
        .toBe(count);
    return async (form: string, first: () => Promise<unknown>, second: () => Promise<unknown>) => {
      const ends: Promise<unknown>[] = [];
      const begin = (work: () => Promise<unknown>) => {
        const end = work();
        // Awaited below. On a slow machine it may fail before that.
        end.catch(() => undefined);
        ends.push(end);
      };
      await storage.transaction(async (trx) => {
        await trx.updateTable('leads').set({ keyed_at: null }).where('id', '=', form).execute();
        await bySomebodyElse(async () => {
          begin(first);
          await waiting(1);
          begin(second);
          await waiting(2);
        });
      });
      await Promise.all(ends);
    };
  }

  async function indexedAnew() {
    const { context, send, joinedLead, play } = await running();
    const { storage, leadIndexing, leadWork } = context;
    /** Makes these leads wait to be indexed. */
    const forget = async (ids: readonly string[]) => {
      await leadIndexing.update();
      await storage.db.updateTable('leads').set({ keyed_at: null }).where('id', 'in', ids).execute();
    };
    return { storage, leadIndexing, leadWork, send, joinedLead, play, forget, meet: meetAt(storage) };
  }

  it('R710 two leads that nobody finds yet are joined while they are indexed', async () => {
    const { leadWork, leadIndexing, send, play, forget, meet } = await indexedAnew();
    await play(1, async () => {
      const [older, newer] = [await send('intake'), await send('inquiry')];
      await forget([older, newer]);
      return [() => meet(newer, () => leadWork.join('command', { id: older }, { id: newer }), leadIndexing.update)];
    });
  });

  it('R710 a form that is not joined any more is refused to be parted without waiting for a lock', async () => {
    const { storage, leadWork, send } = await indexedAnew();
    const [older, newer] = [await send('intake'), await send('inquiry')];
    await storage.transaction(async (trx) => {
      await trx.updateTable('leads').set({ keyed_at: null }).where('id', 'in', [older, newer]).execute();
      const outcome = await bySomebodyElse(() => leadWork.part('command', { id: older }, newer));
      expect(outcome).toEqual({ kind: 'refused', why: 'notJoined' });
    });
  });

  it('R710 a lead and a form that is joined to another one are looked at for their end while they are indexed', async () => {
    const { storage, leadIndexing, send, joinedLead, play, forget, meet } = await indexedAnew();
    await play(1, async () => {
      const older = await send('intake');
      const { others } = await joinedLead();
      const [form] = others;
      await forget([older, form]);
      const look = () => storage.transaction((trx) => lockByHold(trx, [older, form]));
      return [() => meet(older, look, leadIndexing.update)];
    });
  });

  it('R710 a lead, and a form that is joined to an older one, are looked at for their end while both leads are indexed', async () => {
    const { storage, leadIndexing, send, joinedLead, play, forget, meet } = await indexedAnew();
    await play(1, async () => {
      const { shown, others } = await joinedLead();
      const newer = await send('intake');
      await forget([shown, newer]);
      const look = () => storage.transaction((trx) => lockByHold(trx, [newer, others[0] ?? '']));
      return [() => meet(newer, look, leadIndexing.update)];
    });
  });

  it('R710 a hold on a lead ends while the dealer sends new answers to the forms that are joined to it', async () => {
    const { context, joinedLead, amendEach, hold, play } = await running();
    await play(10, async () => {
      const { shown, others } = await joinedLead();
      const standing = await hold(shown);
      return [() => context.holds.end(null, standing?.id ?? ''), ...amendEach(others)];
    });
  });
});
