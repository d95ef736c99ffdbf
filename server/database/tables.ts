import type { ColumnType } from 'kysely';

/** An ISO-8601 time in UTC. Code sees it as text on both engines. */
export type Iso = string;

/** A JSON document. Code sees it as text; it is `jsonb` in PostgreSQL and text in SQLite. */
export type Json = string;

/** A column for something that may not have happened yet; null until then. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** One row that is written to find out whether the database takes writes (`Storage.tryWrite`). */
interface WriteProbeTable {
  id: string;
  written_at: Iso;
}

/**
 * Every table. Each feature adds its own in its `tables.ts`, so this file knows none of them.
 *
 * A transaction locks what it changes in the following order, so that no two transactions ever deadlock:
 *
 * 1. the keys of what it may make (`EngineDialect.lock`): the ids or the answers of an attempt, the id of a press; with them the
 *    people whose records must not change meanwhile; and the key of transactions that end records (`endingKey`);
 * 2. a code with its places and sessions; or the account of a staff member (`lockAccount`), and only then its links, invitations,
 *    sessions, passkeys, recovery codes and devices;
 * 3. one parent: a lead, or an agent request. A transaction that begins with a message takes its request first (`lockRequest` of
 *    the requests). A dealership comes after both, and before the links to its codes;
 * 4. the parent's children: submissions, events, links, messages;
 * 5. the key of a limit that many share (a recipient's confirmations, the texts of an hour), after which it only adds rows;
 * 6. the head of the audit log (`AuditLog.write`), last of all.
 *
 * A transaction that changes messages of many parents at once skips those that others have locked (`skipLocked`), or takes them in
 * the order of their ids.
 */
export interface Tables {
  write_probes: WriteProbeTable;
}
