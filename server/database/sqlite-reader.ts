/**
 * kysely's driver for SQLite reads that may take long. A call of SQLite blocks its thread, so these calls are made in a thread of
 * their own while the public site is answered. Every statement begins with a new snapshot of the file: it sees all commits before it.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Answered, Asked, ReaderData, ReadFault } from './reader-thread.ts';
import { endThread } from './threads.ts';

/** The most times that a statement is given to a thread. A statement that makes its thread die must not kill every later one. */
const mostTries = 2;

/** The most memory for a thread's rows and code, in MB. A thread that needs more ends, and the server goes on. */
const mostMemoryMb = 256;

interface Waiting extends PromiseWithResolvers<readonly unknown[]> {
  readonly asked: Asked;
  /** How many threads died while they ran it. */
  deaths: number;
}

/** The reader thread died during a read. Nothing was changed, and the next statement starts a new thread. */
export class ReaderDiedError extends Error {
  override name = 'ReaderDiedError';
  constructor(cause: unknown) {
    super('The thread that reads the database for the desk has died.', { cause });
  }
}

const errorOf = ({ message, ...codes }: ReadFault): Error => Object.assign(new Error(message), codes);

type SqliteReader = ReturnType<typeof createSqliteReader>;

/**
 * A reader whose thread starts with its first statement, and again after it died. An idle thread does not keep the process running.
 */
export function createSqliteReader(workerData: ReaderData) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let thread: Worker | undefined;
  let closed = false;

  /** Lets the thread keep the process running only while somebody waits for an answer. */
  function hold(): void {
    if (waiting.size > 0) thread?.ref();
    else thread?.unref();
  }

  function take(id: number): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    hold();
    return one;
  }

  function begin(): Worker {
    const begun = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      name: 'desk-reader',
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    let opened = false;
    let cause: unknown;
    begun.on('message', (answered: Answered) => {
      if (answered === 'open') {
        opened = true;
        return;
      }
      const one = take(answered.id);
      if ('rows' in answered) one?.resolve(answered.rows);
      else one?.reject(errorOf(answered.fault));
    });
    begun.on('error', (error) => {
      cause = error;
    });
    begun.on('exit', () => {
      if (thread === begun) thread = undefined;
      afterDeath(opened && !closed, cause);
    });
    return begun;
  }

  /**
   * Gives the unanswered statements to a new thread, in the same order. The first of them counts as the cause of the death. Rejects
   * them all when `goesOn` is false, and each that was tried too often.
   */
  function afterDeath(goesOn: boolean, cause: unknown): void {
    const left = [...waiting.values()];
    const [first] = left;
    if (first) first.deaths += 1;
    for (const one of left) {
      if (goesOn && one.deaths < mostTries) give(one);
      else take(one.asked.id)?.reject(new ReaderDiedError(cause));
    }
  }

  function give(one: Waiting): void {
    thread ??= begin();
    thread.postMessage(one.asked);
    hold();
  }

  return {
    /** The thread; undefined while there is none. */
    get thread() {
      return thread;
    },
    read(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
      if (closed) return Promise.reject(new Error('The database is closed'));
      lastId += 1;
      const one = { ...Promise.withResolvers<readonly unknown[]>(), asked: { id: lastId, sql, parameters }, deaths: 0 };
      waiting.set(lastId, one);
      give(one);
      return one.promise;
    },
    /** Lets the thread answer what it was asked, then ends it. */
    async close() {
      closed = true;
      if (thread) await endThread(thread);
    },
  };
}

/** What one caller of kysely gets: single statements. There are no transactions, because each statement sees the newest data. */
class ReadingConnection implements DatabaseConnection {
  readonly #reader: SqliteReader;
  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#reader.read(sql, parameters)) as Row[] };
  }
  streamQuery(): never {
    throw new Error('Statements are not streamed; read in slices');
  }
}

const noTransaction = async (): Promise<never> => {
  throw new Error('What only reads has no transactions');
};

export const createSqliteReaderDriver = (reader: SqliteReader): Driver => ({
  init: async () => {},
  acquireConnection: async () => new ReadingConnection(reader),
  beginTransaction: noTransaction,
  commitTransaction: noTransaction,
  rollbackTransaction: noTransaction,
  releaseConnection: async () => {},
  destroy: () => reader.close(),
});
