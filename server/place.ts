/** Places in long lists: rows in the order of a time and then of their ids, and where a slice or a page of them ends. */
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
