/**
 * The columns that the figures count, as patches for the steps that write them. They describe the time until a request first
 * ended. Opening it again may change its holder and its end, but never these columns.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Iso } from '#server/database/tables.ts';
import type { AgentRequest } from './store.ts';
import type { AgentLink } from './store-links.ts';

type First = 'first_accepted_at' | 'first_accepted_link_id' | 'first_connected_at';
type Patch<Column extends keyof AgentRequest> = { readonly [Name in Column]: RawBuilder<string | null> };

/** SQL for the value, unless the column has one already or the request was ever opened again. */
const firstOf = (column: First, value: string) =>
  sql<
    string | null
  >`case when reopened_at is null then coalesce(${sql.ref(column)}, ${value}) else ${sql.ref(column)} end`;

export const firstAcceptance = (link: Pick<AgentLink, 'id'>, at: Iso): Patch<Exclude<First, 'first_connected_at'>> => ({
  first_accepted_at: firstOf('first_accepted_at', at),
  first_accepted_link_id: firstOf('first_accepted_link_id', link.id),
});

export const firstConnection = (at: Iso): Patch<'first_connected_at'> => ({
  first_connected_at: firstOf('first_connected_at', at),
});

/** Taking Connected back also empties the first Connected, if it is the same one. */
export const withoutConnection: Patch<'first_connected_at'> = {
  first_connected_at: sql`case when first_connected_at = connected_at then null else first_connected_at end`,
};

/** For a request that ends: it was missed when nobody had accepted it before its first end. */
export const missedUnlessAccepted = (at: Iso): Patch<'missed_at'> => ({
  missed_at: sql`case when reopened_at is null and first_accepted_at is null then ${at} else missed_at end`,
});
