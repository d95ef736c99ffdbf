import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { matching, whyNoSearchIndex } from '#server/search/service.ts';
import { eachEngineAlways, onPostgres } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import type { EngineDialect } from '../dialect.ts';
import { up } from './0021-search.ts';

const leadsStored = 1203;

const lead = (n: number) => ({
  id: `lead-${n}`,
  kind: 'inquiry',
  reference: `BX-${n}`,
  answers: JSON.stringify({ name: n === 1202 ? 'Zoë\nLast' : 'Pat', phone: '(207) 555-0100', makes: ['Ford', 'Kia'] }),
  flags: '[]',
  search: 'old',
  created_at: '2026-11-21T21:06:00.123Z',
});

/** The first leads of a server before the migration. */
async function storeLeads(db: Kysely<Record<string, ReturnType<typeof lead>>>): Promise<void> {
  for (let first = 0; first < leadsStored; first += 401) {
    const slice = Array.from({ length: 401 }, (_, at) => lead(first + at));
    await db.insertInto('leads').values(slice).execute();
  }
}

const earlier = migrationsBefore('0021');

eachEngineAlways((under) => {
  test('R107 leads from before the search index are found, every one, by every answer', async () => {
    const { storage, db, dialect } = await openEarlier(under, earlier);
    await storeLeads(db);
    await db.transaction().execute((trx) => up(trx as never, dialect));
    const find = async (typed: string) => {
      const found = await matching(storage.db, 'lead', typed);
      const all = storage.db.selectFrom('leads').select('id');
      const rows = await (found ? all.where(found('leads.id')) : all).execute();
      return rows.map(({ id }) => id);
    };
    expect(await find('207 555')).toHaveLength(leadsStored);
    expect(await find('zoe last')).toEqual(['lead-1202']);
    expect(await find('BX-1199')).toEqual(['lead-1199']);
    expect(await find('kia zoe')).toEqual(['lead-1202']);
    expect(await find('old')).toEqual([]);
    expect(await whyNoSearchIndex(storage.db)).toBeUndefined();
  });
});

onPostgres((under) => {
  describe('R107 a database user that may not create pg_trgm', () => {
    test('is migrated without the index, and finds the same', async () => {
      const { db, dialect } = await openEarlier(under, earlier);
      await storeLeads(db);
      const undone = new Error('the role is not kept');
      const trying = db.transaction().execute(async (trx) => {
        await sql`create role may_not_extend`.execute(trx);
        await sql`grant create on schema public to may_not_extend`.execute(trx);
        await sql`alter table leads owner to may_not_extend`.execute(trx);
        await sql`set local role may_not_extend`.execute(trx);
        await up(trx as never, dialect as EngineDialect);
        expect(await whyNoSearchIndex(trx as never)).toContain('pg_trgm');
        const found = await matching(trx as never, 'lead', 'zoe');
        const rows = await trx
          .selectFrom('leads')
          .select('id')
          .where(found?.('leads.id') as never)
          .execute();
        expect(rows).toEqual([{ id: 'lead-1202' }]);
        throw undone;
      });
      await expect(trying).rejects.toBe(undone);
    });
  });
});
