import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchTextOf } from '#server/search-text.ts';
import type { EngineDialect } from '../dialect.ts';

const sliceRows = 500;

/** Texts that a search looks through. FTS5 keeps no copy of them: it reads them from the table that they are in. */
async function makeSqliteIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_texts (
      n integer primary key, kind text not null, id text not null, text text not null, unique (kind, id)
    )`.execute(db);
  await sql`
    create virtual table search_index using fts5 (
      text, content = 'search_texts', content_rowid = 'n', tokenize = 'trigram case_sensitive 1'
    )`.execute(db);
  // What is deleted leaves the index at once, and not only when its parts are merged one day.
  await sql`insert into search_index (search_index, rank) values ('secure-delete', 1)`.execute(db);
  const remove = `insert into search_index (search_index, rowid, text) values ('delete', old.n, old.text);`;
  const add = 'insert into search_index (rowid, text) values (new.n, new.text);';
  const triggers = { insert: add, delete: remove, update: remove + add };
  for (const [event, statements] of Object.entries(triggers)) {
    const name = `search_texts_${event}`;
    await sql.raw(`create trigger ${name} after ${event} on search_texts begin ${statements} end`).execute(db);
  }
}

const makePostgresTable = (db: Kysely<unknown>) =>
  sql`
    create table search_texts (kind text not null, id text not null, text text not null, primary key (kind, id))`.execute(
    db,
  );

/**
 * Makes the extension that PostgreSQL's index needs, and the index. A database user may do so who has CREATE on the database,
 * because pg_trgm is trusted. Without it a search reads every text, see docs/decisions/0062.
 */
const makePostgresIndex = (db: Kysely<unknown>) =>
  sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index search_texts_by_trigram on search_texts using gin (text gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
      raise warning 'pg_trgm could not be created: %', sqlerrm;
    end $$`.execute(db);

/** The number before a lead's first one; `server/search/store.ts` has those of every kind. */
const leadNumbers = 2 ** 40;

const textOf = (answers: string): string =>
  Object.values(JSON.parse(answers) as Record<string, unknown>)
    .flat()
    .filter((answer) => typeof answer === 'string')
    .map((answer) => answer.replace(/\s+/g, ' '))
    .join('\n');

async function indexLeads(db: Kysely<unknown>, engine: EngineDialect['engine']): Promise<void> {
  let last = '';
  for (let number = leadNumbers; ; number += sliceRows) {
    const { rows } = await sql<{ id: string; reference: string; answers: string }>`
      select id, reference, answers from leads where id > ${last} order by id limit ${sliceRows}`.execute(db);
    const values = rows.map(({ id, reference, answers }, at): RawBuilder<unknown> => {
      const text = searchTextOf(`${reference}\n${textOf(answers)}`);
      return engine === 'sqlite' ? sql`(${number + at + 1}, 'lead', ${id}, ${text})` : sql`('lead', ${id}, ${text})`;
    });
    const columns = sql.raw(engine === 'sqlite' ? 'n, kind, id, text' : 'kind, id, text');
    if (rows.length > 0) await sql`insert into search_texts (${columns}) values ${sql.join(values)}`.execute(db);
    if (rows.length < sliceRows) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** The index of every search, which takes the place of the leads' own search text; and the exports that were begun. */
export async function up(db: Kysely<unknown>, { engine, time, json }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('export_tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('filter', json, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .execute();
  await (engine === 'sqlite' ? makeSqliteIndex(db) : makePostgresTable(db));
  await indexLeads(db, engine);
  await db.schema.alterTable('leads').dropColumn('search').execute();
  if (engine === 'postgres') await makePostgresIndex(db);
}
