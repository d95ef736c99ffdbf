import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { matching, whyNoSearchIndex } from '#server/search/service.ts';
import { eachEngineAlways, onPostgres } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, namesOfFirst, openEarlier, record } from '../../../tests/support/earlier-database.ts';
import { schemaOf } from '../../../tests/support/schema.ts';
import { EarlyDatabaseError, migrations } from '../migrate.ts';
import { openStorage } from '../open.ts';
import { up } from './0038-schema.ts';

const at = '2026-11-23T03:05:19.000Z';
const later = Object.keys(migrations).slice(1);
const lead = { id: 'lead', kind: 'inquiry', reference: 'BX-1', answers: '{"name":"Zoë"}', flags: '[]', created_at: at };
const contact = { id: 'contact', dealership_id: 'd', place: 0, name: 'Ana', role: 'Owner' };

/** SHA-256 of what `schemaOf` says of a database that the 33 migrations up to 0038 made. A landed migration is never edited. */
const landed = {
  sqlite: '879c9c0dec44e186d436f0bb53cc399fa1428929f09a4b4422725487df88f968',
  postgres: '81d22e13ba6b66f23c04ade37c3cc76ee098fd1a4601fbe1613d376f4c7d9c38',
} as const;

eachEngineAlways((under) => {
  it('R1228 a database that has all of the first migrations keeps what it has and gets the later ones alone, once, also from two servers', async () => {
    const { db, storage, place } = await openEarlier(under, migrationsBefore('0039'));
    await record(db as never, namesOfFirst);
    await db.insertInto('leads').values(lead).execute();
    await db.insertInto('dealerships').values({ id: 'd', name: 'D', name_key: 'd', created_at: at }).execute();
    await db.insertInto('dealership_contacts').values(contact).execute();
    const tables = ['leads', 'dealerships', 'dealership_contacts', 'audit_heads', 'erasure_heads'] as const;
    const rows = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const recorded = async () =>
      (await sql<{ name: string }>`select * from kysely_migration order by name`.execute(db)).rows;
    const [before, names] = [await rows(), await recorded()];
    expect(await storage.pending()).toEqual(later);

    const other = openStorage(place);
    const ran = await Promise.all([storage.migrate(), other.migrate()]);
    await other.close();
    expect(ran.flat()).toEqual(later);
    expect(await rows()).toEqual(before);
    const after = await recorded();
    expect(after.slice(0, names.length)).toEqual(names);
    expect(after.map(({ name }) => name)).toEqual([...namesOfFirst, ...later]);
    expect(await storage.pending()).toEqual([]);
    expect(await storage.migrate()).toEqual([]);
  });

  it('R1281 the first migration makes the schema that those made which it took the place of', async () => {
    const { db } = await openEarlier(under, migrationsBefore('0039'));
    const made = await schemaOf(db as never, under.engine);
    expect(createHash('sha256').update(made).digest('hex')).toBe(landed[under.engine]);
  });

  it('R1229 a database that has only some of the first migrations is refused, and left as it is', async () => {
    const { db, storage, dialect } = await openEarlier(under, []);
    await record(db as never, namesOfFirst.slice(0, 16));
    await sql`create table leads (id text primary key)`.execute(db);
    const state = async () => [await dialect.tables(storage.db), await sql`select * from kysely_migration`.execute(db)];
    const before = await state();
    const sentence = 'git log -1 --format=%H~1 -- server/database/migrations/0038-fewer-message-indexes.ts';
    await expect(storage.pending()).rejects.toThrow(EarlyDatabaseError);
    await expect(storage.migrate()).rejects.toThrow(sentence);
    await expect(storage.migrate({ restoring: true })).rejects.toThrow(sentence);
    expect(await state()).toEqual(before);
  });
});

onPostgres((under) => {
  describe('R107 a database user that may not create pg_trgm', () => {
    it('has the schema without the index, and finds the same', async () => {
      const { db, dialect } = await openEarlier(under, []);
      const undone = new Error('the role is not kept');
      const trying = db.transaction().execute(async (trx) => {
        await sql`create role may_not_extend`.execute(trx);
        await sql`grant create on schema public to may_not_extend`.execute(trx);
        await sql`set local role may_not_extend`.execute(trx);
        await up(trx as never, dialect);
        expect(await whyNoSearchIndex(trx as never)).toContain('pg_trgm');
        await trx.insertInto('search_texts').values({ kind: 'lead', id: 'lead', text: 'bx-1\nzoe' }).execute();
        await trx.insertInto('leads').values(lead).execute();
        const found = await matching(trx as never, 'lead', 'zoe');
        const rows = await trx
          .selectFrom('leads')
          .select('id')
          .where(found?.('leads.id') as never)
          .execute();
        expect(rows).toEqual([{ id: 'lead' }]);
        throw undone;
      });
      await expect(trying).rejects.toBe(undone);
    });
  });
});
