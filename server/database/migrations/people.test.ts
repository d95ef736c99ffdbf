import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as people from './0015-people.ts';

const at = '2026-11-21T21:06:00.000Z';

eachEngineAlways((under) => {
  it('people on shift become people without a role, who stay on shift', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0015'));
    const marlow = {
      id: 'p',
      name: 'Marlow Finch',
      phone: '+12025550147',
      mail: 'Marlow@Desk.example',
      created_at: at,
    };
    await db
      .insertInto('shift_people')
      .values([
        { ...marlow, on_shift_at: at },
        { ...marlow, id: 'q', name: 'Ines Tamm', on_shift_at: null },
      ])
      .execute();

    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => people.up(trx as never, dialect)),
    );

    const fresh = { mail_key: 'marlow@desk.example', role: null, on_call_at: null, removed_at: null, version: 1 };
    expect(await db.selectFrom('people').selectAll().orderBy('id').execute()).toEqual([
      { ...marlow, on_shift_at: at, ...fresh },
      { ...marlow, id: 'q', name: 'Ines Tamm', on_shift_at: null, ...fresh },
    ]);
    const add = (row: object) =>
      db
        .insertInto('people')
        .values({ name: 'Other', created_at: at, ...row })
        .execute();
    await expect(add({ id: 'r', name: 'Ines Tamm' })).rejects.toThrow(/unique/i);
    await db.updateTable('people').set({ removed_at: at }).where('id', '=', 'q').execute();
    await add({ id: 'r', name: 'Ines Tamm' });
    await db.updateTable('people').set({ role: 'agent' }).where('id', '=', 'p').execute();
    await expect(add({ id: 's', mail_key: 'marlow@desk.example', role: 'viewer' })).rejects.toThrow(/unique/i);
  });
});
