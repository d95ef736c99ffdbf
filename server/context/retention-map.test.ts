/** The map of records covers every column, and every kind that a column names exists. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import type { ColumnUse } from '../record-kind.ts';
import { retentionMap } from './retention-map.ts';

/** Tables of the engines, of their migrations and of the limits, which no feature lists. None holds anything about a person. */
const engineTables: readonly RegExp[] = [
  /^kysely_migration(_lock)?$/,
  // Counts by the keyed hash of an address, for as long as a limit lasts.
  /^limits$/,
  // The index of `search_texts`, which triggers keep up to date.
  /^search_index(_(config|data|docsize|idx))?$/,
];

/** Columns that only one engine has: the number of a text in SQLite's full-text index. */
const engineColumns: Readonly<Record<string, readonly string[]>> = { search_texts: ['n'] };

interface SchemaTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string }[];
}

/** The columns, such as `leads.name`, that a migrated database has and the map lacks, and the reverse. */
function unclassified(schema: readonly SchemaTable[]): string[] {
  const tables: Readonly<Record<string, object>> = retentionMap.tables;
  const own = schema.filter(({ name }) => !engineTables.some((pattern) => pattern.test(name)));
  const there = own.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  const known = Object.entries(tables).flatMap(([table, uses]) =>
    [...Object.keys(uses), ...(engineColumns[table] ?? [])].map((column) => `${table}.${column}`),
  );
  const onOneEngine = new Set(
    Object.entries(engineColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  return [
    ...there.filter((column) => !known.includes(column)),
    ...known.filter((column) => !there.includes(column) && !onOneEngine.has(column)),
  ];
}

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
