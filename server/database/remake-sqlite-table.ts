import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Changes a table of SQLite in a way that `alter table` cannot. It makes a new table with the rows and the named indexes of the old
 * one (https://www.sqlite.org/lang_altertable.html, section 7). Only for migrations, which run while foreign keys are not enforced
 * (`migrate.ts`): dropping the old table would otherwise delete the rows that refer to it.
 *
 * @param shape the columns and constraints of the new table, in parentheses
 * @param rows selects the rows of the new table from the old one, with the columns in order
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
