/** A new server brings the database up to date while an old one uses it. */
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { migrations } from './migrate.ts';

onPostgres(({ openStorage, newPlace }) => {
  it('R711 a migration that PostgreSQL ends for a deadlock with a transaction of an old server runs again', async () => {
    const place = await newPlace();
    const old = await openStorage(place);
    const anew = await openStorage(place);
    const name = '9999-beside';
    onTestFinished(() => void delete migrations[name]);
    const oldHasSettings = Promise.withResolvers<void>();
    const newHasPeople = Promise.withResolvers<void>();
    let runs = 0;
    migrations[name] = {
      async up(db) {
        runs += 1;
        await db.schema.alterTable('people').addColumn('beside', 'text').execute();
        newHasPeople.resolve();
        await oldHasSettings.promise;
        await db.schema.alterTable('settings').addColumn('beside', 'text').execute();
      },
    };
    const working = old.transaction(async (trx) => {
      await trx.insertInto('settings').values({ name: 'last-restore', value: '', changed_at: at }).execute();
      oldHasSettings.resolve();
      await newHasPeople.promise;
      // PostgreSQL aborts the one that has waited for a second first, which is the migration.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return trx.selectFrom('people').select('id').execute();
    });
    expect(await anew.migrate()).toEqual([name]);
    expect(await working).toEqual([]);
    expect(runs).toBe(2);
  });
});

const at = '2026-11-21T21:06:00.000Z';
