import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import { idsOf } from '#server/rows.ts';
import type { SearchKind } from './tables.ts';

const isPostgres = (db: Reader): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * The kinds in the order of their number ranges: on SQLite the range of a text's number says its kind, so that a search of one kind
 * reads nothing of the others. New kinds must be added at the end.
 */
const kinds = ['lead', 'request', 'call', 'dealership', 'person', 'message'] as const satisfies readonly SearchKind[];

const numbersPerKind = 2 ** 40;

/** The number before the first of a kind, and its last one, written into the SQL: FTS5 cannot use bound values there. */
function numbersOf(kind: SearchKind) {
  const before = (kinds.indexOf(kind) + 1) * numbersPerKind;
  return { before: sql.lit(before), last: sql.lit(before + numbersPerKind - 1) };
}

interface StoredText {
  readonly id: string;
  readonly text: string;
}

const unlessSame = sql`on conflict (kind, id) do update set text = excluded.text where search_texts.text <> excluded.text`;

function insertionOf(db: Reader, kind: SearchKind, { id, text }: StoredText): RawBuilder<unknown> {
  if (isPostgres(db)) {
    return sql`insert into search_texts (kind, id, text) values (${sql.lit(kind)}, ${id}, ${text}) ${unlessSame}`;
  }
  const { before, last } = numbersOf(kind);
  const next = sql`select coalesce(max(n), ${before}) + 1 from search_texts where n > ${before} and n <= ${last}`;
  return sql`
    insert into search_texts (n, kind, id, text) values ((${next}), ${sql.lit(kind)}, ${id}, ${text}) ${unlessSame}`;
}

const inserts = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    prepared<StoredText, unknown>((db, stored) => ({ compile: () => insertionOf(db, kind, stored).compile(db) })),
  ]),
) as Record<SearchKind, (db: Reader, stored: StoredText) => Promise<unknown>>;

/** Stores texts, and replaces those that exist. */
export async function putTexts(db: Reader, kind: SearchKind, texts: readonly StoredText[]): Promise<void> {
  for (const text of texts) await inserts[kind](db, text);
}

/** Removes the text of a thing, so that no search finds it. */
export async function removeSearchText(db: Reader, kind: SearchKind, id: string): Promise<void> {
  await db.deleteFrom('search_texts').where('kind', '=', kind).where('id', '=', id).execute();
}

const hasTerm = (db: Reader, term: string): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`search_texts.text like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
    : sql<boolean>`instr(search_texts.text, ${term}) > 0`;

/** A term in each of the spellings that a text may have. */
type Spellings = readonly string[];

const hasTerms = (db: Reader, terms: readonly Spellings[]): RawBuilder<unknown> =>
  sql.join(
    terms.map((spellings) => {
      const each = spellings.map((spelling) => hasTerm(db, spelling));
      return sql`(${sql.join(each, sql` or `)})`;
    }),
    sql` and `,
  );

/** A phrase of FTS5 is matched literally; a quote in it is written twice. */
const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The ids of texts that contain every term in any of its spellings, in no order, at most `limit`. */
export async function idsWith(
  db: Reader,
  kind: SearchKind,
  terms: readonly Spellings[],
  limit: number,
): Promise<string[]> {
  const { before, last } = numbersOf(kind);
  const phrases = terms.map((spellings) => `(${spellings.map(phraseOf).join(' OR ')})`).join(' AND ');
  const query = isPostgres(db)
    ? sql<{ id: string }>`
        select id from search_texts where kind = ${kind} and ${hasTerms(db, terms)} limit ${sql.lit(limit)}`
    : sql<{ id: string }>`
        select search_texts.id from search_index join search_texts on search_texts.n = search_index.rowid
        where search_index match ${phrases} and search_index.rowid > ${before} and search_index.rowid <= ${last}
        limit ${sql.lit(limit)}`;
  const { rows } = await query.execute(db);
  return idsOf(rows);
}

/** Whether the index exists. PostgreSQL has none when the database user could not create its extension. */
export async function hasIndex(db: Reader): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ name: string | null }>`select to_regclass('search_texts_by_trigram') as name`.execute(
    db,
  );
  return rows[0]?.name !== null;
}

/** Whether the text of the thing whose id is in a column contains every term. */
export const textHas = (
  db: Reader,
  column: string,
  kind: SearchKind,
  terms: readonly Spellings[],
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from search_texts
    where search_texts.kind = ${kind} and search_texts.id = ${sql.ref(column)} and ${hasTerms(db, terms)}
  )`;
