/** The map of records covers every column, and every kind that a column names exists. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import type { ColumnUse } from '../record-kind.ts';
import { retentionMap, unclassified } from './retention-map.ts';

eachEngine(({ openStorage }) => {
  describe('R156 every column is in a class', () => {
    it('of the migrated database, and the map names no column that is not there', async () => {
      const { db } = await openStorage();
      expect(unclassified(await db.introspection.getTables({ withInternalKyselyTables: true }))).toEqual([]);
    });

    it('or the check fails: a new column and a new table are named', async () => {
      const { db } = await openStorage();
      await sql`alter table dealership_contacts add column birthday text`.execute(db);
      await sql`create table visitors (id text primary key, address text)`.execute(db);
      const found = unclassified(await db.introspection.getTables({ withInternalKyselyTables: true }));
      expect(found.toSorted()).toEqual(['dealership_contacts.birthday', 'visitors.address', 'visitors.id']);
    });
  });
});

describe('R156 the map', () => {
  const { tables, swept, pruned, standing } = retentionMap;
  const uses = Object.values(tables).flatMap((columns) => Object.values(columns as Record<string, ColumnUse>));
  const named = new Set(uses.flatMap((use) => (typeof use === 'string' ? [] : use.of)));

  it('has every kind that a column names once, and none that no column names', () => {
    const names = [...swept, ...pruned, ...standing].map(({ name }) => name);
    expect([...named].toSorted()).toEqual(names.toSorted());
  });
});
