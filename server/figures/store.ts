import type { Insertable, Selectable } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { FigureDayTable } from './tables.ts';

export type KeptDay = Pick<Selectable<FigureDayTable>, 'day' | 'state' | 'facts'>;

/** The kept days of a kind from the first to the last, both included. */
export const keptDays = (
  db: Storage['reads'],
  {
    kind,
    zone,
    first,
    last,
  }: { readonly kind: string; readonly zone: string; readonly first: string; readonly last: string },
): Promise<KeptDay[]> =>
  db
    .selectFrom('figure_days')
    .select(['day', 'state', 'facts'])
    .where('kind', '=', kind)
    .where('zone', '=', zone)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();

/** Stores a day. Of two servers that store it at the same time either may win: each wrote facts together with their state. */
export const storeDay = ({ db }: Pick<Storage, 'db'>, { state, facts, ...key }: Insertable<FigureDayTable>) =>
  db
    .insertInto('figure_days')
    .values({ ...key, state, facts })
    .onConflict((conflict) => conflict.columns(['kind', 'day', 'zone']).doUpdateSet({ state, facts }))
    .execute();
