/**
 * SQL conditions on the channel and the state of a message. The values are part of the SQL text, not bound parameters: a database uses a
 * partial index only when the query repeats the condition of the index exactly (server/database/migrations).
 */
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { perLimit, prepared } from '#server/database/prepared.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Channel, MessageState, MessageTable, PersonalChannel } from './tables.ts';

export type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>;

export const allChannels = ['mail', 'sms', 'webhook'] as const satisfies readonly Channel[];

/** The channels that reach people. */
export const personalChannels = ['mail', 'sms'] as const satisfies readonly PersonalChannel[];

/** Messages that a worker sends when they are due. That includes `held` ones, which the next server with a transport sends. */
export const isUnsent = sql<SqlBool>`state in ('held', 'waiting', 'unsure')`;

/** Messages that may still be sent or need a person. */
export const isUnfinished = sql<SqlBool>`state in ('held', 'waiting', 'unsure', 'failed')`;

export const isIn = (state: MessageState) => sql<SqlBool>`state = ${sql.lit(state)}`;

/**
 * A channel or a state as a value in the SQL text. SQLite compares a bound value with the condition of each partial index, so it plans the
 * statement again for each value, which takes longer than running it.
 */
export const writtenOut = <Value extends Channel | MessageState>(value: Value) => sql.lit(value);

type Found = Pick<MessageTable, 'id' | 'subject_id'>;

/**
 * Makes a query for at most `limit` messages of a channel; by default one, to see whether there is any. Every server runs such queries each
 * second or minute, so a statement is prepared for each channel and limit.
 *
 * @param which gets a placeholder for each value
 */
export function findPrepared<Values extends object>(which: (values: Values, db: Kysely<Tables>) => Condition) {
  const make = (channel: Channel) =>
    perLimit((limit) =>
      prepared<Values, Found>((db, values) => {
        const found = db.selectFrom('messages').select(['id', 'subject_id']).where(which(values, db));
        return found.where('channel', '=', writtenOut(channel)).limit(limit);
      }),
    );
  const queries = { mail: make('mail'), sms: make('sms'), webhook: make('webhook') };
  // Each of these queries has values, which the compiler cannot know of `Values`.
  type Find = (db: Kysely<Tables>, values: Values) => Promise<Found[]>;
  return (db: Kysely<Tables>, channel: Channel, values: Values, limit = 1): Promise<Found[]> =>
    (queries[channel](limit) as unknown as Find)(db, values);
}

/**
 * Messages to people. Webhooks are in the same table, but they have a screen of their own, so lists and counts of messages leave them out.
 */
export const isToPerson = sql<SqlBool>`channel in ('mail', 'sms')`;
