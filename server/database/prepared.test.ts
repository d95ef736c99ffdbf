import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { perLimit, prepared, preparedInsert } from './prepared.ts';

/** This one statement is used on both engines, which write SQL differently. */
const insert = preparedInsert('people', ['id', 'name', 'phone', 'created_at']);
const at = '2026-11-21T21:06:00.000Z';

eachEngineAlways((under) => {
  it('builds a statement once and runs it with the values of each call, inside and outside a transaction', async () => {
    const storage = await under.openStorage();
    let built = 0;
    const named = prepared((db, { name, since }: { readonly name: string; readonly since: string }) => {
      built += 1;
      return db.selectFrom('people').select('id').where('name', '=', name).where('created_at', '>=', since);
    });
    await storage.transaction(async (trx) => {
      await insert(trx, { id: '1', name: 'Marlow Finch', created_at: at });
      await insert(trx, { id: '2', name: 'Wren Hollow', phone: '+15550100', created_at: at });
      expect(await named(trx, { name: 'Wren Hollow', since: at })).toEqual([{ id: '2' }]);
    });
    expect(await named(storage.db, { name: 'Marlow Finch', since: at })).toEqual([{ id: '1' }]);
    expect(await named(storage.db, { name: 'Nobody', since: at })).toEqual([]);
    expect(built).toBe(1);
    const people = await storage.db.selectFrom('people').select(['name', 'phone']).orderBy('id').execute();
    expect(people).toEqual([
      { name: 'Marlow Finch', phone: null },
      { name: 'Wren Hollow', phone: '+15550100' },
    ]);
  });

  it('builds a statement once for each limit', async () => {
    const storage = await under.openStorage();
    const built: number[] = [];
    const first = perLimit((limit) =>
      prepared((db) => {
        built.push(limit);
        return db.selectFrom('people').select('id').orderBy('id').limit(limit);
      }),
    );
    for (const id of ['1', '2', '3']) await insert(storage.db, { id, name: `Person ${id}`, created_at: at });
    const idsOf = async (limit: number) => (await first(limit)(storage.db)).map(({ id }) => id);
    expect([await idsOf(1), await idsOf(2), await idsOf(1)]).toEqual([['1'], ['1', '2'], ['1']]);
    expect(built).toEqual([1, 2]);
  });
});
