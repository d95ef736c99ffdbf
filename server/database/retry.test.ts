import { sql, type Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngineAlways, onPostgres } from '../../tests/support/each-engine.ts';
import type { Tables } from './tables.ts';

const setting = (value: string) => ({ name: 'text-agent' as const, value, changed_at: '2026-11-21T21:06:00.000Z' });

const codes = { deadlock: '40P01', 'serialisation failure': '40001' };

onPostgres((under) => {
  /** Makes the transaction fail with a code, as when the database aborts it. */
  const abort = (trx: Transaction<Tables>, code: string) =>
    sql`do ${sql.raw(`$$ begin raise exception using errcode = '${code}'; end $$`)}`.execute(trx);

  describe.each(Object.entries(codes))('R33 a transaction that the database aborts for a %s', (_name, code) => {
    it('runs again, and nothing of the first run is kept', async () => {
      const storage = await under.openStorage();
      let runs = 0;
      const result = await storage.transaction(async (trx) => {
        runs += 1;
        await trx
          .insertInto('settings')
          .values(setting(`run ${runs}`))
          .execute();
        if (runs < 3) await abort(trx, code);
        return runs;
      });
      expect(result).toBe(3);
      expect(await storage.db.selectFrom('settings').select('value').execute()).toEqual([{ value: 'run 3' }]);
    });

    it('is given up after a few runs', async () => {
      const storage = await under.openStorage();
      let runs = 0;
      const hopeless = storage.transaction((trx) => {
        runs += 1;
        return abort(trx, code);
      });
      await expect(hopeless).rejects.toMatchObject({ code });
      expect(runs).toBe(5);
    });
  });

  it('R33 two transactions that lock the same rows the other way round both come to their end', async () => {
    const storage = await under.openStorage();
    const person = (name: string) => ({ id: name, name, created_at: '2026-11-21T21:06:00.000Z' });
    await storage.db
      .insertInto('people')
      .values([person('a'), person('b')])
      .execute();
    const firsts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const call = (trx: Transaction<Tables>, id: string, by: string) =>
      trx
        .updateTable('people')
        .set(({ eb }) => ({ phone: sql<string>`concat(${eb.ref('phone')}, ${by}::text)` }))
        .where('id', '=', id)
        .execute();
    const inOrder = (me: 0 | 1, ids: [string, string]) =>
      storage.transaction(async (trx) => {
        await call(trx, ids[0], String(me));
        firsts[me].resolve();
        await firsts[me === 0 ? 1 : 0].promise;
        await call(trx, ids[1], String(me));
      });
    await Promise.all([inOrder(0, ['a', 'b']), inOrder(1, ['b', 'a'])]);
    const people = await storage.db.selectFrom('people').select('phone').execute();
    expect(people.map(({ phone }) => [...(phone ?? '')].sort().join(''))).toEqual(['01', '01']);
  });
});

eachEngineAlways((under) => {
  it('R33 a transaction that fails for a reason of its own does not run again', async () => {
    const storage = await under.openStorage();
    let runs = 0;
    const failing = storage.transaction(async (trx) => {
      runs += 1;
      await trx
        .insertInto('settings')
        .values([setting('a'), setting('b')])
        .execute();
    });
    await expect(failing).rejects.toThrow(/unique/i);
    expect(runs).toBe(1);
  });
});
