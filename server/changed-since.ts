/** Rows in the order in which they last changed, from a place on: what the read API's lists and their cursors are made of. */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Iso, Tables } from './database/tables.ts';

/** A place in such a list: after the row of this id that changed at this time. An empty id comes before every row of the time. */
export interface ChangePlace {
  readonly at: Iso;
  readonly id: string;
}

/** What every list of changes is asked. */
export interface ChangeSlice {
  readonly after: ChangePlace | undefined;
  readonly limit: number;
}

/** The condition for rows after a place. The table has an index over both columns (migration 0031). */
export const changedAfter =
  <Table extends keyof Tables>(table: Table, after: ChangePlace | undefined) =>
  ({ and }: ExpressionBuilder<Tables, Table>) =>
    and(
      after === undefined
        ? []
        : [sql<SqlBool>`(${sql.ref(`${table}.updated_at`)}, ${sql.ref(`${table}.id`)}) > (${after.at}, ${after.id})`],
    );
