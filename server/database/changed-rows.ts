/** What a statement did, for `$call` at its end. */
import type { DeleteResult, InsertResult, UpdateResult } from 'kysely';

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
