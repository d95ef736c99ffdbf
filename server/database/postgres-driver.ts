/**
 * kysely's driver for PostgreSQL. In a transaction it waits only for answers that are read. `begin` and inserts of one row
 * (`preparedInsert`) are sent, and the next statement follows at once. A busy server resumes a transaction late each time that it
 * waits for an answer; this way a lead waits for five answers instead of fifteen (docs/decisions/0153).
 *
 * If a statement fails whose answer is not read, the database refuses every later statement and commits nothing. The next statement
 * that is waited for, at the latest the commit, throws the first error.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { StorageBusyError } from './busy.ts';
import { isLost } from './connection-errors.ts';
import type { Tables } from './tables.ts';

/** A statement of a transaction. `isUnread`: nobody reads its answer. */
export interface UnreadStatement<Row = unknown> extends CompiledQuery<Row> {
  readonly isUnread?: boolean;
}

/** Runs a statement of a transaction without waiting for its answer. */
export const runUnread = (trx: Kysely<Tables>, statement: CompiledQuery): Promise<unknown> => {
  const unread: UnreadStatement = { ...statement, isUnread: true };
  return trx.getExecutor().provideConnection((connection) => connection.executeQuery(unread));
};

/** PostgreSQL gave up waiting for a lock (`lock_not_available`). */
const lockNotAvailable = '55P03';
/** The connection was given up, because PostgreSQL said nothing (`WatchedClient`). */
const silent = 'ETIMEDOUT';

const hasCode = (error: unknown, code: string): boolean => (error as { code?: string } | null)?.code === code;

/** The error of a statement as its caller gets it. */
const errorOf = (error: unknown): unknown =>
  hasCode(error, lockNotAvailable) ? new StorageBusyError('LOCK_BUSY', error) : error;

/**
 * The same for a statement after which nothing can have been stored: one that only reads, or one of a transaction whose commit was not
 * sent. PostgreSQL may be silent because of a lock as well: whoever is not the first to want a row waits for the turn to wait, then for
 * the row, and each wait has its limit.
 */
function errorBeforeCommit(error: unknown): unknown {
  if (hasCode(error, silent)) return new StorageBusyError('SILENCE_BUSY', error);
  return isLost(error) ? new StorageBusyError('AWAY_BUSY', error) : errorOf(error);
}

/** Whether a statement is surely one that only reads. */
const onlyReads = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode' && query.with === undefined;

class PipelinedConnection implements DatabaseConnection {
  /** kysely's own connection. */
  readonly inner: DatabaseConnection;
  #isInTransaction = false;
  /** Answers that nobody has waited for yet. These promises never reject; the first error is in `#failure`. */
  #answers: Promise<void>[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  /** Begins a transaction whose `begin` was already sent. */
  begin(sent: Promise<unknown>): void {
    this.#isInTransaction = true;
    this.#failure = undefined;
    this.#leave(sent);
  }

  /** Waits for an answer and for all answers before it. Throws the first error of the transaction, as `asError` says it. */
  async #answerTo<T>(sent: Promise<T>, asError: (error: unknown) => unknown): Promise<T> {
    const [answer] = await Promise.allSettled([sent, ...this.#answers]);
    this.#answers = [];
    if (this.#failure) throw asError(this.#failure.error);
    if (answer.status === 'rejected') throw asError(answer.reason);
    return answer.value;
  }

  /** Commits a transaction whose `commit` was already sent. Throws the first error of the transaction. */
  async commit(sent: Promise<void>): Promise<void> {
    try {
      await this.#answerTo(sent, errorOf);
    } finally {
      this.#isInTransaction = false;
      this.#failure = undefined;
    }
  }

  /**
   * Ends a transaction whose `rollback` was already sent. Errors are ignored: a rollback fails only with its connection, which
   * kysely discards, and the error that caused the rollback says more.
   */
  async rollBack(sent: Promise<void>): Promise<void> {
    await Promise.allSettled([sent, ...this.#answers]);
    this.#answers = [];
    this.#failure = undefined;
    this.#isInTransaction = false;
  }

  #leave(sent: Promise<unknown>): void {
    const noteFailure = (error: unknown) => {
      this.#failure ??= { error };
    };
    this.#answers.push(sent.then(() => {}, noteFailure));
  }

  async executeQuery<Row>(statement: UnreadStatement<Row>): Promise<QueryResult<Row>> {
    const sent = this.inner.executeQuery<Row>(statement);
    if (!this.#isInTransaction) return this.#answerTo(sent, onlyReads(statement) ? errorBeforeCommit : errorOf);
    if (!statement.isUnread) return this.#answerTo(sent, errorBeforeCommit);
    this.#leave(sent);
    return { rows: [] };
  }

  streamQuery<Row>(statement: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(statement, chunkSize);
  }
}

const innerOf = (connection: DatabaseConnection) => (connection as PipelinedConnection).inner as never;

/** Gives each connection of the pool the pipelining of this file (`pipeline` of pg). */
export class PipelinedPostgresDriver extends PostgresDriver {
  readonly #connections = new WeakMap<DatabaseConnection, PipelinedConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection();
    return this.#connections.getOrInsertComputed(inner, () => new PipelinedConnection(inner));
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    (connection as PipelinedConnection).begin(super.beginTransaction(innerOf(connection), settings));
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PipelinedConnection).commit(super.commitTransaction(innerOf(connection)));
  }

  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PipelinedConnection).rollBack(super.rollbackTransaction(innerOf(connection)));
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    return super.releaseConnection(innerOf(connection));
  }
}
