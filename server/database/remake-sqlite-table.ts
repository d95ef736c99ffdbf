import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Changes a table of SQLite in a way that `alter table` cannot: makes it anew with its rows and its named indexes
 * (https://www.sqlite.org/lang_altertable.html, section 7). For migrations, which run while references are not enforced
 * (`migrate.ts`): dropping the old table would otherwise delete what refers to its rows.
 *
 * @param shape the columns and constraints of the new table, in parentheses
 * @param rows selects the new table's rows, its columns in order, from the old one
 */
export async function remakeSqliteTable(
  db: Kysely<unknown>,
  table: string,
  shape: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const { rows: enforced } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db);
  if (enforced[0]?.foreign_keys !== 0) throw new Error(`${table} cannot be made anew while references are enforced`);
  const { rows: indexes } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db);
  const anew = `${table}_anew`;
  await sql`create table ${sql.table(anew)} ${shape}`.execute(db);
  await sql`insert into ${sql.table(anew)} ${rows}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(anew)} rename to ${sql.table(table)}`.execute(db);
  for (const index of indexes) await sql.raw(index.sql).execute(db);
  const { rows: broken } = await sql`pragma foreign_key_check`.execute(db);
  if (broken.length > 0) throw new Error(`${table} was made anew, and rows refer to what is not there`);
}
