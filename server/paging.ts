/**
 * Positions in long lists whose rows are ordered by a time and then by id: they mark where a page or slice ends. Also the cursors of
 * all lists: positions as text, which a browser or a program sends back for the next page.
 */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, type StringReference, sql } from 'kysely';
import type { Iso } from './database/tables.ts';
import { parseJson } from './json.ts';

/** The position of a row by its time and id. An empty id comes before every row of that time. */
export interface Position {
  readonly at: Iso;
  readonly id: string;
}

/** The position of a row in the order of creation; undefined without a row. */
export const createdPosition = (
  row: { readonly created_at: Iso; readonly id: string } | undefined,
): Position | undefined => row && { at: row.created_at, id: row.id };

/** A slice of a long list: at most `limit` rows, after a position or from the beginning. */
export interface Slice {
  readonly after: Position | undefined;
  readonly limit: number;
}

/** The rows of a page of the desk's lists. */
export const pageRows = 50;

/**
 * A page of rows, and the cursor of the next page; null at the end.
 *
 * @param found `pageRows + 1` rows, or fewer at the end of the list
 */
export function pageOf<Row>(found: readonly Row[], cursorOf: (last: Row) => string) {
  const rows = found.slice(0, pageRows);
  const last = rows.at(-1);
  return { rows, cursor: found.length > pageRows && last !== undefined ? cursorOf(last) : null };
}

/** The columns that a list is ordered by: the time, or the expression of an index for it, and the id. */
type Order<DB, Name extends keyof DB> = readonly [
  at: (StringReference<DB, Name> & string) | RawBuilder<string>,
  id: StringReference<DB, Name> & string,
];

const sliceOf =
  (way: 'asc' | 'desc') =>
  <DB, Name extends keyof DB, O>([at, id]: Order<DB, Name>, after: Position | undefined, limit: number) =>
  (query: SelectQueryBuilder<DB, Name, O>): SelectQueryBuilder<DB, Name, O> => {
    const slice = query.orderBy(at, way).orderBy(id, way).limit(limit);
    if (!after) return slice;
    const time = typeof at === 'string' ? sql.ref(at) : at;
    const beyond = sql.raw(way === 'asc' ? '>' : '<');
    return slice.where(sql<SqlBool>`(${time}, ${sql.ref(id)}) ${beyond} (${after.at}, ${after.id})`);
  };

/**
 * A slice of a query, for its `$call`: at most so many rows after a position, the oldest first. Without a position it is the first slice.
 */
export const oldestFirst = sliceOf('asc');

/** The same with the newest first: at most so many rows before a position. */
export const newestFirst = sliceOf('desc');

/**
 * The rows that a query finds for each id, in one statement. Each id has its own limit, so an index bounds the read. The caller sorts the
 * rows.
 */
export async function foundForEach<DB, Name extends keyof DB, O>(
  ids: readonly string[],
  queryOf: (id: string) => SelectQueryBuilder<DB, Name, O>,
): Promise<O[]> {
  const [first, ...others] = ids.map(queryOf);
  return first ? others.reduce((all, next) => all.unionAll(next), first).execute() : [];
}

/** Compares two positions. Lists that are each in this order can be merged by it. */
export function comparePositions(one: Position, other: Position): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

const positionPattern = /^(?:([a-z]+)_)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{0,64})$/;

/** The cursor of a position. Where several lists share an endpoint, it names the list. */
export const encodePosition = ({ at, id }: Position, list?: string): string => `${list ? `${list}_` : ''}${at}_${id}`;

/** Whether a text is a time in its stored form. `Date` also accepts February 30, which PostgreSQL refuses. */
const isTime = (text: string): boolean => {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
};

/** Reads a cursor; undefined when it is not a cursor of this list. */
export function decodePosition(cursor: string, list?: string): Position | undefined {
  const [, of, at, id] = positionPattern.exec(cursor) ?? [];
  if (of !== list || at === undefined || id === undefined || !isTime(at)) return undefined;
  return { at, id };
}

/** The cursor of a list that is ordered by texts, which may contain any character. */
export const encodeTextCursor = (texts: readonly string[]): string =>
  Buffer.from(JSON.stringify(texts)).toString('base64url');

/** Reads a cursor of texts; undefined when it does not contain `count` texts. */
export function decodeTextCursor(cursor: string, count: number): string[] | undefined {
  const read = parseJson(Buffer.from(cursor, 'base64url').toString());
  return Array.isArray(read) && read.length === count && read.every((text) => typeof text === 'string')
    ? read
    : undefined;
}
