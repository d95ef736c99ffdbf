/**
 * kysely's way to PostgreSQL. In a transaction it waits only for answers that somebody reads: `begin` and inserts of one row
 * (`preparedInsert`) are sent, and the next statement follows them at once. A server that is busy comes back to a transaction
 * late each time that it waits for an answer, and a lead waits for five answers instead of fifteen
 * (docs/decisions/0153).
 *
 * If such a statement fails, the database refuses every statement after it and commits nothing. The first statement that is
 * waited for, at the latest the commit, then throws its error.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A statement of a transaction whose answer nobody reads. */
export interface UnreadStatement<Row = unknown> extends CompiledQuery<Row> {
  readonly isUnread?: boolean;
}

/** Runs a statement of a transaction whose answer nobody reads. */
export const runUnread = (trx: Kysely<Tables>, statement: CompiledQuery): Promise<unknown> => {
  const unread: UnreadStatement = { ...statement, isUnread: true };
  return trx.getExecutor().provideConnection((connection) => connection.executeQuery(unread));
};

class PipelinedConnection implements DatabaseConnection {
  /** kysely's own connection. */
  readonly inner: DatabaseConnection;
  #isInTransaction = false;
  /** The answers that nobody has waited for yet. They never fail; `#failure` has the first error. */
  #answers: Promise<void>[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  /** Begins a transaction with a statement that is sent by now. */
  begin(sent: Promise<unknown>): void {
    this.#isInTransaction = true;
    this.#failure = undefined;
    this.#leave(sent);
  }

  /** Waits for an answer and for all before it. Throws the first error of the transaction. */
  async answerTo<T>(sent: Promise<T>): Promise<T> {
    const [answer] = await Promise.allSettled([sent, ...this.#answers]);
    this.#answers = [];
    if (this.#failure) throw this.#failure.error;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  /** Commits with a statement that is sent by now. Throws the first error of the transaction. */
  async commit(sent: Promise<void>): Promise<void> {
    try {
      await this.answerTo(sent);
    } finally {
      this.#isInTransaction = false;
      this.#failure = undefined;
    }
  }

  /**
   * Rolls back with a statement that is sent by now. It fails with its connection alone: kysely discards that, and the error for
   * which the transaction is rolled back says more.
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
    if (!this.#isInTransaction || !statement.isUnread) return this.answerTo(sent);
    this.#leave(sent);
    return { rows: [] };
  }

  streamQuery<Row>(statement: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(statement, chunkSize);
  }
}

const innerOf = (connection: DatabaseConnection) => (connection as PipelinedConnection).inner as never;

/** The connections of its pool send in pipelines (`pipeline` of pg). */
export class PipelinedPostgresDriver extends PostgresDriver {
  readonly #connections = new WeakMap<DatabaseConnection, PipelinedConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection();
    const connection = this.#connections.get(inner) ?? new PipelinedConnection(inner);
    this.#connections.set(inner, connection);
    return connection;
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
