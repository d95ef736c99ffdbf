/**
 * kysely's driver for SQLite. Reads outside a transaction run on their own connection and wait for nobody. Writers take turns on
 * the other connection (`shared-commits.ts`), so a transaction is never mixed with other writes, and it sees its own.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  UpdateQueryNode,
} from 'kysely';
import { whenFree } from './busy.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createSharedCommits, type SharedCommits, type Soon, type Turn } from './shared-commits.ts';
import { type RunStatement, statementsOf } from './sqlite-statements.ts';
import { vacuumBeside } from './sqlite-vacuum.ts';

/** The two connections to a file: writers take turns on one, readers use the other meanwhile. */
export interface SqliteConnections {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
}

export interface SqliteDriverOptions {
  /** Schedules a shared commit, see `createSharedCommits`. */
  readonly soon?: Soon | undefined;
  /** Whether VACUUM runs in a thread. */
  readonly vacuumsBeside?: boolean;
}

/** Whether a statement may share a commit. Others, such as a pragma or VACUUM, cannot run in a transaction. */
const mayShare = ({ query }: CompiledQuery): boolean =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);

/** Whether a statement only reads. A read that is mistaken for a write only waits its turn. */
const reads = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\s/i.test(sql);

type RunAlone = SharedCommits['runAlone'];

/** What one caller of kysely gets: single statements, or a transaction. */
class Session implements DatabaseConnection {
  readonly #commits: SharedCommits;
  readonly #read: RunStatement;
  readonly #runAlone: RunAlone;
  /** The transaction of this session; undefined outside one. */
  #turn: Turn | undefined;

  constructor(commits: SharedCommits, read: RunStatement, runAlone: RunAlone) {
    this.#commits = commits;
    this.#read = read;
    this.#runAlone = runAlone;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#turn) return this.#turn.run(sql, parameters) as QueryResult<Row>;
    if (reads(query)) return (await whenFree(() => this.#read(sql, parameters))) as QueryResult<Row>;
    if (!mayShare(query)) return (await this.#runAlone(sql, parameters)) as QueryResult<Row>;
    await this.begin();
    try {
      const result = await this.executeQuery<Row>(query);
      await this.commit();
      return result;
    } finally {
      await this.leave();
    }
  }

  /** Nothing here reads more rows at once than fit in memory: exports read in slices. */
  streamQuery(): never {
    throw new Error('Statements are not streamed; read in slices');
  }

  async begin(): Promise<void> {
    this.#turn = await this.#commits.begin();
  }

  async commit(): Promise<void> {
    const turn = this.#turn;
    this.#turn = undefined;
    await turn?.commit();
  }

  /** Undoes what was not committed, and lets the next writer go on. */
  async leave(): Promise<void> {
    const turn = this.#turn;
    this.#turn = undefined;
    await turn?.rollBack();
  }
}

const vacuumed: QueryResult<unknown> = { rows: [] };

export function createSqliteDriver(
  { writer, reader }: SqliteConnections,
  { soon, vacuumsBeside = true }: SqliteDriverOptions = {},
): Driver {
  const checkpoints = createCheckpoints(writer);
  const commits = createSharedCommits(writer, soon, checkpoints.committed);
  const read = statementsOf(reader);
  const vacuum = () => vacuumBeside(writer.location() ?? '').then(() => vacuumed);
  const runAlone: RunAlone = (sql, parameters) =>
    sql === 'vacuum' && vacuumsBeside ? commits.whileNobodyWrites(vacuum) : commits.runAlone(sql, parameters);
  const sessionOf = (connection: DatabaseConnection) => connection as Session;
  return {
    init: async () => {},
    acquireConnection: async () => new Session(commits, read, runAlone),
    beginTransaction: (connection) => sessionOf(connection).begin(),
    commitTransaction: (connection) => sessionOf(connection).commit(),
    rollbackTransaction: (connection) => sessionOf(connection).leave(),
    releaseConnection: (connection) => sessionOf(connection).leave(),
    async destroy() {
      await checkpoints.close();
      // The connection that closes last tidies up the files, and the reader may not write.
      reader.close();
      writer.close();
    },
  };
}
