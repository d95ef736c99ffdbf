import type { ColumnType } from 'kysely';

/** An ISO-8601 time in UTC, as text in code on both engines. */
export type Iso = string;

/** A JSON document as text in code: `jsonb` in PostgreSQL, text in SQLite. */
export type Json = string;

/** A fact that has not happened yet is null. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** One row that is written to see whether anything can be (`Storage.tryWrite`). */
export interface WriteProbeTable {
  id: string;
  written_at: Iso;
}

/**
 * Every table. Each feature adds its own in its `tables.ts`, so this file knows none of them.
 *
 * One order of locks. A transaction takes what it changes in this order, so that no two ever wait for each other:
 *
 * 1. the keys of what it may make (`EngineDialect.lock`): the ids or the answers of an attempt, the id of a press; with them the
 *    people, who are kept as they are for what they do; and the key of whoever ends records (`endingKey`);
 * 2. a code with its places and sessions; or the account of somebody who works at the desk (`keepAccount`), and only then what hangs on
 *    it: links, invitations, sessions, passkeys, recovery codes, devices;
 * 3. one parent: a lead, or an agent request. Who begins with a message takes its request first (`lockRequest` of the requests);
 *    a dealership comes after both, and before the links to its codes;
 * 4. the parent's children: submissions, events, links, messages;
 * 5. the key of a limit that many share (a recipient's confirmations, the texts of an hour), after which it only adds rows;
 * 6. the head of the audit log (`AuditLog.write`), last of all.
 *
 * What changes messages of many parents at once passes over those that somebody else keeps (`skipLocked`), or takes them in the order of
 * their ids.
 */
export interface Tables {
  write_probes: WriteProbeTable;
}
