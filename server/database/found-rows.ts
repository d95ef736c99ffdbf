/** What a query finds, for `$call` at its end. */
import type { SelectQueryBuilder } from 'kysely';

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
