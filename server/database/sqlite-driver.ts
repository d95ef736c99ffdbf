/**
 * kysely's way to SQLite. What reads outside a transaction runs on a connection of its own and waits for nobody; what
 * writes takes turns on the other, so a transaction is never mixed with what others do, and sees its own writes.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { whenFree } from './busy.ts';
import { type RunStatement, statementsOf } from './sqlite-statements.ts';

/** The two connections to a file: writers take turns on one, and whoever reads meanwhile has the other. */
export interface SqliteConnections {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
}

type Release = () => void;

/** Turns, in the order in which they are asked for. */
function createTurns() {
  let last = Promise.resolve();
  return async function take(): Promise<Release> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}

/** Whether a statement only reads. If it is wrongly taken for one that writes, it merely waits its turn. */
const reads = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\s/i.test(sql);

/** What one caller of kysely has: statements one by one, or a transaction. */
class Session implements DatabaseConnection {
  readonly #writer: DatabaseSync;
  readonly #write: RunStatement;
  readonly #read: RunStatement;
  readonly #takeTurn: () => Promise<Release>;
  /** Ends this session's turn to write. There is one as long as there is a transaction. */
  #endTurn: Release | undefined;

  constructor(writer: DatabaseSync, write: RunStatement, read: RunStatement, takeTurn: () => Promise<Release>) {
    this.#writer = writer;
    this.#write = write;
    this.#read = read;
    this.#takeTurn = takeTurn;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#endTurn) return this.#write(sql, parameters) as QueryResult<Row>;
    if (reads(query)) return (await whenFree(() => this.#read(sql, parameters))) as QueryResult<Row>;
    const askedMs = performance.now();
    const endTurn = await this.#takeTurn();
    try {
      return (await whenFree(() => this.#write(sql, parameters), askedMs)) as QueryResult<Row>;
    } finally {
      endTurn();
    }
  }

  /** Nothing here reads more rows at once than fit in memory: exports go in slices. */
  streamQuery(): never {
    throw new Error('Statements are not streamed; read in slices');
  }

  async begin(): Promise<void> {
    const askedMs = performance.now();
    const endTurn = await this.#takeTurn();
    try {
      // Every transaction writes. One that took the write lock only when it comes to write could not wait for it: what it
      // had read might be out of date by then (SQLITE_BUSY_SNAPSHOT).
      await whenFree(() => this.#write('begin immediate', []), askedMs);
      this.#endTurn = endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await whenFree(() => this.#write('commit', []));
    this.leave();
  }

  rollBack(): void {
    // A full disk makes SQLite end the transaction by itself.
    if (this.#writer.isTransaction) this.#write('rollback', []);
    this.leave();
  }

  /** Lets the next one write. What was not committed by then is undone. */
  leave(): void {
    if (!this.#endTurn) return;
    try {
      if (this.#writer.isOpen && this.#writer.isTransaction) this.#write('rollback', []);
    } finally {
      this.#endTurn();
      this.#endTurn = undefined;
    }
  }
}

export function createSqliteDriver({ writer, reader }: SqliteConnections): Driver {
  const takeTurn = createTurns();
  const [write, read] = [statementsOf(writer), statementsOf(reader)];
  const sessionOf = (connection: DatabaseConnection) => connection as Session;
  return {
    init: async () => {},
    acquireConnection: async () => new Session(writer, write, read, takeTurn),
    beginTransaction: (connection) => sessionOf(connection).begin(),
    commitTransaction: (connection) => sessionOf(connection).commit(),
    rollbackTransaction: async (connection) => sessionOf(connection).rollBack(),
    releaseConnection: async (connection) => sessionOf(connection).leave(),
    async destroy() {
      // The one that is closed last tidies the file up, and the reader may not write.
      reader.close();
      writer.close();
    },
  };
}
