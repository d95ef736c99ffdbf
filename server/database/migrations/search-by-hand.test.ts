import { expect, it } from 'vitest';
import { matching } from '#server/search/service.ts';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as searchByHand from './0037-search-by-hand.ts';

const at = '2026-11-21T21:00:00.000Z';

eachEngineAlways((under) => {
  it('R212 what was written by hand before is found from then on, also of dealerships that were removed', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0037'));
    const dealership = (id: string, values: object) => ({
      id,
      name: `Store ${id}`,
      name_key: id,
      created_at: at,
      ...values,
    });
    await db
      .insertInto('dealerships')
      .values([
        dealership('open', { removed_at: null, erased_at: null }),
        dealership('removed', { removed_at: at, erased_at: null }),
        dealership('erased', { removed_at: at, erased_at: at }),
      ])
      .execute();
    const contact = { id: 'c', dealership_id: 'removed', place: 0, name: 'Quillon Marzette', role: 'Owner' };
    await db.insertInto('dealership_contacts').values(contact).execute();
    const value = (typed: string) => ({ value: typed, changedAt: at, changedBy: 'Ana' });
    const fields = JSON.stringify({ whoSigns: value('Oriana Teal, late'), creditPortal: value('RouteOne') });
    await db.insertInto('store_sheets').values({ dealership_id: 'open', version: 1, fields }).execute();
    const put = { kind: 'dealership', id: 'open', text: 'store open' };
    await db
      .insertInto('search_texts')
      .values(under.engine === 'sqlite' ? { ...put, n: 4 * 2 ** 40 + 1 } : put)
      .execute();

    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => searchByHand.up(trx as never, dialect)),
    );
    const find = async (typed: string): Promise<string[]> => {
      const found = await matching(storage.db, 'dealership', typed);
      if (!found) throw new Error('there is nothing to look for');
      const rows = await db.selectFrom('dealerships').select('id').where(found('dealerships.id')).execute();
      return rows.map(({ id }: { id: string }) => id);
    };
    expect(await find('oriana teal')).toEqual(['open']);
    expect(await find('store open')).toEqual(['open']);
    expect(await find('marzette')).toEqual(['removed']);
    expect(await find('routeone')).toEqual([]);
    expect(await find('store erased')).toEqual([]);
  });
});
