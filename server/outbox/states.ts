/**
 * The states of messages as conditions. They are written out instead of bound: a database uses a partial index only where
 * the query says the index's condition in the same words (server/database/migrations/0012-messages.ts).
 */
import { type SqlBool, sql } from 'kysely';
import type { MessageState } from './tables.ts';

/** Messages that a worker sends when they are due. `held` says only that no server could; the next one that can sends. */
export const isUnsent = sql<SqlBool>`state in ('held', 'waiting', 'unsure')`;

/** Messages that are not done with. */
export const isUnfinished = sql<SqlBool>`state in ('held', 'waiting', 'unsure', 'failed')`;

export const isIn = (state: MessageState) => sql<SqlBool>`state = ${sql.lit(state)}`;

/**
 * Messages to people. Webhooks are in the same table, and nobody who asks how many messages need a person, or looks at the
 * messages, means them: they have a screen of their own.
 */
export const isToPerson = sql<SqlBool>`channel in ('mail', 'sms')`;
