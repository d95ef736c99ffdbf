/** How many rows a statement inserted, updated or deleted, on both engines. */
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { changesAny, countChanged } from './row-counts.ts';

eachEngineAlways((under) => {
  it('the rows that a statement changed are counted', async () => {
    const { db } = await under.openStorage();
    const created_at = new Date().toISOString();
    const people = ['Ana Ruiz', 'Ben Cole'].map((name) => ({ id: mintId(), name, created_at }));
    const insert = db
      .insertInto('people')
      .values(people)
      .onConflict((conflict) => conflict.doNothing());
    expect(await insert.$call(countChanged)).toBe(2);
    expect(await insert.$call(changesAny)).toBe(false);
    const update = db.updateTable('people').set({ phone: '+12025550143' });
    expect(await update.$call(countChanged)).toBe(2);
    expect(await update.where('name', '=', 'Cy Hart').$call(changesAny)).toBe(false);
    expect(await db.deleteFrom('people').where('name', '=', 'Ana Ruiz').$call(countChanged)).toBe(1);
    expect(await db.deleteFrom('people').where('name', '=', 'Ana Ruiz').$call(changesAny)).toBe(false);
  });
});
