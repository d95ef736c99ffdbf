/** What a statement changed or a query finds, for `$call` at its end. */
import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely';

interface Statement {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult | InsertResult>;
}

/** Runs a statement. Resolves to the number of rows that it inserted, updated or deleted. */
export async function countChanged(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst();
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows);
  return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0));
}

/** The same, and resolves to whether there was any. */
export const changesAny = async (statement: Statement): Promise<boolean> => (await countChanged(statement)) > 0;

/** Runs a query. Resolves to whether it finds any row. */
export const findsAny = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** Counts the rows that a query finds. The query selects nothing itself. */
export async function countFound<DB, From extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, From, Row>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number | string>().as('count'));
  const { count } = (await counted.executeTakeFirstOrThrow()) as { readonly count: number | string };
  return Number(count);
}
