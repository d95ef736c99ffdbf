import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchTextOf } from '#server/search-text.ts';
import type { EngineDialect } from '../dialect.ts';

const sliceRows = 500;

/** The numbers before the first text of a kind on SQLite; `server/search/store.ts` has those of every kind. */
const numberBefore = { request: 2 * 2 ** 40, call: 3 * 2 ** 40 } as const;

interface Typed {
  readonly id: string;
  readonly texts: readonly (string | null)[];
}

async function insertTexts(
  db: Kysely<unknown>,
  engine: EngineDialect['engine'],
  kind: keyof typeof numberBefore,
  slice: (after: string) => Promise<readonly Typed[]>,
): Promise<void> {
  let number: number = numberBefore[kind];
  for (let last = ''; ; ) {
    const rows = await slice(last);
    const typed = rows.flatMap(({ id, texts }) => {
      const text = texts.filter(Boolean).join('\n');
      return text === '' ? [] : [{ id, text: searchTextOf(text) }];
    });
    const values = typed.map(({ id, text }): RawBuilder<unknown> => {
      number += 1;
      return engine === 'sqlite' ? sql`(${number}, ${kind}, ${id}, ${text})` : sql`(${kind}, ${id}, ${text})`;
    });
    const columns = sql.raw(engine === 'sqlite' ? 'n, kind, id, text' : 'kind, id, text');
    if (values.length > 0) await sql`insert into search_texts (${columns}) values ${sql.join(values)}`.execute(db);
    if (rows.length < sliceRows) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** What people typed about a request, as `server/requests/searchable.ts` writes it from now on. */
async function requestTexts(db: Kysely<unknown>, after: string): Promise<Typed[]> {
  const { rows } = await sql<Record<string, string | null> & { id: string }>`
    select id, callback_name, additional_info, anydesk, dealer_phone, closing_note from agent_requests
    where id > ${after} order by id limit ${sql.lit(sliceRows)}`.execute(db);
  const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? ''];
  const handOffs = await sql<{ request_id: string; open_stipulations: string; promised: string }>`
    select request_id, open_stipulations, promised from request_hand_offs
    where request_id >= ${first} and request_id <= ${last}`.execute(db);
  const byRequest = Map.groupBy(handOffs.rows, ({ request_id }) => request_id);
  return rows.map(({ id, ...texts }) => ({
    id,
    texts: [
      ...Object.values(texts),
      ...(byRequest.get(id) ?? []).flatMap(({ open_stipulations, promised }) => [open_stipulations, promised]),
    ],
  }));
}

async function callTexts(db: Kysely<unknown>, after: string): Promise<Typed[]> {
  const { rows } = await sql<{ id: string; note: string }>`
    select id, note from calls where id > ${after} order by id limit ${sql.lit(sliceRows)}`.execute(db);
  return rows.map(({ id, note }) => ({ id, texts: [note] }));
}

const textOf = (answers: string): string =>
  Object.values(JSON.parse(answers) as Record<string, unknown>)
    .flat()
    .filter((answer) => typeof answer === 'string')
    .map((answer) => answer.replace(/\s+/g, ' '))
    .join('\n');

/** Adds to the text of each lead the answers that the dealer replaced since. */
async function addReplacedAnswers(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; answers: string; shown: string }>`
      select submissions.id, submissions.answers, coalesce(leads.joined_into_id, leads.id) as shown
      from submissions join leads on leads.id = submissions.lead_id
      where submissions.replaced_by is not null and submissions.id > ${last}
      order by submissions.id limit ${sql.lit(sliceRows)}`.execute(db);
    for (const { answers, shown } of rows) {
      await sql`
        update search_texts set text = text || ${`\n${searchTextOf(textOf(answers))}`}
        where kind = 'lead' and id = ${shown}`.execute(db);
    }
    if (rows.length < sliceRows) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** Certificates of erasures, up to where the database has what the erasures file has, and what finds everything about a person. */
export async function up(db: Kysely<unknown>, { engine, time, json }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('erasure_certificates')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('items', json, (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('again_at', time)
    .execute();
  await db.schema
    .createTable('erasure_heads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text')
    .execute();
  await sql`insert into erasure_heads (id, seq, seal) values ('head', 0, '')`.execute(db);

  await insertTexts(db, engine, 'request', (after) => requestTexts(db, after));
  await insertTexts(db, engine, 'call', (after) => callTexts(db, after));
  await addReplacedAnswers(db);
}
