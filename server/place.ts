/**
 * Places in long lists: rows in the order of a time and then of their ids, and where a slice or a page of them ends. With the
 * cursors of all lists: the same as text, which a browser or a program gives back for the next page.
 */
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  type StringReference,
  sql,
} from 'kysely';
import type { Iso } from './database/tables.ts';

/** The place of the row of this id in the order of this time. An empty id comes before every row of the time. */
export interface Place {
  readonly at: Iso;
  readonly id: string;
}

/** The place of a row in the order in which rows were created; undefined without a row. */
export const createdPlace = (row: { readonly created_at: Iso; readonly id: string } | undefined): Place | undefined =>
  row && { at: row.created_at, id: row.id };

/** What a long list is asked: at most so many rows, after a place or from its beginning. */
export interface Slice {
  readonly after: Place | undefined;
  readonly limit: number;
}

/** What such an order is made of: the column of the time, or the words of an index for it, and the column of the id. */
type Order<DB, Name extends keyof DB> = readonly [
  at: (StringReference<DB, Name> & string) | RawBuilder<string>,
  id: StringReference<DB, Name> & string,
];

const beyond =
  (way: '<' | '>') =>
  <DB, Name extends keyof DB>(
    { and }: ExpressionBuilder<DB, Name>,
    [at, id]: Order<DB, Name>,
    place: Place | undefined,
  ): Expression<SqlBool> => {
    if (!place) return and([]);
    const time = typeof at === 'string' ? sql.ref(at) : at;
    return sql<SqlBool>`(${time}, ${sql.ref(id)}) ${sql.raw(way)} (${place.at}, ${place.id})`;
  };

/** The rows after a place, for a query in ascending order; all of them when there is no place. */
export const afterPlace = beyond('>');

/** The rows before a place, for a query in descending order; all of them when there is no place. */
export const beforePlace = beyond('<');

/** The order of places: of several lists, each in that order, the first rows are the first of this. */
export function byPlace(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

const placePattern = /^(?:([a-z]+)_)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{0,64})$/;

/** The cursor of a place. One of several lists names its list. */
export const writePlace = ({ at, id }: Place, list?: string): string => `${list ? `${list}_` : ''}${at}_${id}`;

/** Whether a text is the time of an instant as it is stored. `Date` also reads February 30, which PostgreSQL refuses. */
const isTime = (text: string): boolean => {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
};

/** Undefined for a text that is no cursor of this list. */
export function readPlace(cursor: string, list?: string): Place | undefined {
  const [, of, at, id] = placePattern.exec(cursor) ?? [];
  if (of !== list || at === undefined || id === undefined || !isTime(at)) return undefined;
  return { at, id };
}

/** The cursor of a list in the order of texts, which may hold any character. */
export const writeCursor = (texts: readonly string[]): string =>
  Buffer.from(JSON.stringify(texts)).toString('base64url');

/** Undefined for a text that is no cursor of so many texts. */
export function readCursor(cursor: string, count: number): string[] | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) && read.length === count && read.every((text) => typeof text === 'string')
      ? read
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
