/**
 * The states of messages as conditions. Their values are written into the SQL text instead of being bound: a database uses a
 * partial index only when the query repeats the condition of the index word by word (server/database/migrations/0012-messages.ts).
 */
import { type SqlBool, sql } from 'kysely';
import type { Channel, MessageState, PersonalChannel } from './tables.ts';

export const allChannels = ['mail', 'sms', 'webhook'] as const satisfies readonly Channel[];

/** The channels that reach people. */
export const personalChannels = ['mail', 'sms'] as const satisfies readonly PersonalChannel[];

/** Messages that a worker sends when they are due. `held` says only that no server could; the next one that can sends. */
export const isUnsent = sql<SqlBool>`state in ('held', 'waiting', 'unsure')`;

/** Messages that are not done with. */
export const isUnfinished = sql<SqlBool>`state in ('held', 'waiting', 'unsure', 'failed')`;

export const isIn = (state: MessageState) => sql<SqlBool>`state = ${sql.lit(state)}`;

/**
 * A channel or a state as a value of a condition. SQLite compares a bound one with the condition of each partial index, so it
 * plans the statement anew each time that it is bound, which takes longer than running it.
 */
export const writtenOut = <Value extends Channel | MessageState>(value: Value) => sql.lit(value);

/** Something for each channel, such as a prepared statement with the channel written out. */
export const perChannel = <Made>(make: (channel: Channel) => Made): Readonly<Record<Channel, Made>> => ({
  mail: make('mail'),
  sms: make('sms'),
  webhook: make('webhook'),
});

/**
 * Messages to people. Webhooks are in the same table, and nobody who asks how many messages need a person, or looks at the
 * messages, means them: they have a screen of their own.
 */
export const isToPerson = sql<SqlBool>`channel in ('mail', 'sms')`;
