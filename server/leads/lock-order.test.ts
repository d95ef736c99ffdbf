/** A lead of several forms is kept, or let go, while its dealer sends new answers: their locks are taken in one order. */
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';
import { bySomebodyElse } from '../../tests/support/one-connection.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';

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

  it('R710 two leads that nobody finds yet are joined while they are indexed', async () => {
    const { context, send, play } = await running();
    const { storage, leadIndexing, leadWork } = context;
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
    await play(1, async () => {
      const ids = [await send('intake'), await send('inquiry')] as const;
      await leadIndexing.update();
      await db.updateTable('leads').set({ keyed_at: null }).where('id', 'in', ids).execute();
      const [older, newer] = ids;
      /** Both want the newer one, which somebody else has. The join has it first. */
      const both = async () => {
        let ends: Promise<unknown>[] = [];
        await storage.transaction(async (trx) => {
          await trx.updateTable('leads').set({ keyed_at: null }).where('id', '=', newer).execute();
          await bySomebodyElse(async () => {
            ends = [leadWork.join('command', { id: older }, { id: newer })];
            await waiting(1);
            ends.push(leadIndexing.update());
            await waiting(2);
          });
        });
        await Promise.all(ends);
      };
      return [both];
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
