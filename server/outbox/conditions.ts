/**
 * SQL conditions on the channel and the state of a message. The values are part of the SQL text, not bound parameters: a database uses a
 * partial index only when the query repeats the condition of the index exactly (server/database/migrations).
 */
import { type SqlBool, sql } from 'kysely';
import type { Channel, MessageState, PersonalChannel } from './tables.ts';

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

/** Makes something for each channel, such as a prepared statement with the channel in its text. */
export const perChannel = <Made>(make: (channel: Channel) => Made): Readonly<Record<Channel, Made>> => ({
  mail: make('mail'),
  sms: make('sms'),
  webhook: make('webhook'),
});

/**
 * Messages to people. Webhooks are in the same table, but they have a screen of their own, so lists and counts of messages leave them out.
 */
export const isToPerson = sql<SqlBool>`channel in ('mail', 'sms')`;
