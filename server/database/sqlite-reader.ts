/**
 * kysely's way to SQLite for what only reads and may take long. SQLite's calls hold up the thread that makes them, so these are
 * made in a thread of their own, and the public site is answered meanwhile. Every statement begins with a new snapshot of the
 * file, so it sees whatever was committed before it.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Answered, Asked, ReaderData, ReadFault } from './reader-thread.ts';
import { endThread } from './threads.ts';

/** How often a statement is given to a thread: one that makes its thread die is not given to every next one too. */
const mostTries = 2;

/** The most memory of a thread's rows and code, in MB. A thread that needs more ends, and the server goes on. */
const mostMemoryMb = 256;

interface Waiting extends PromiseWithResolvers<readonly unknown[]> {
  readonly asked: Asked;
  /** The threads that died while they ran it. */
  deaths: number;
}

/** The reader died while it read. Nothing was changed, and the next statement has a new one. */
export class ReaderDiedError extends Error {
  override name = 'ReaderDiedError';
  constructor(cause: unknown) {
    super('The thread that reads the database for the desk has died.', { cause });
  }
}

const errorOf = ({ message, ...codes }: ReadFault): Error => Object.assign(new Error(message), codes);

export interface SqliteReader {
  read(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  /** Ends the thread when it has answered what it was asked. */
  close(): Promise<void>;
  /** The thread, while there is one. */
  readonly thread: Worker | undefined;
}

/** A reader whose thread begins with its first statement, and again after it died. It keeps no process running by itself. */
export function createSqliteReader(workerData: ReaderData): SqliteReader {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let thread: Worker | undefined;
  let closed = false;

  /** Lets the thread keep the process running while somebody waits for an answer, and no longer. */
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

  /** Gives what is still asked to a new thread, in the same order. The first of it is what the thread died of, if of anything. */
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
    get thread() {
      return thread;
    },
    read(sql, parameters) {
      if (closed) return Promise.reject(new Error('The database is closed'));
      lastId += 1;
      const one = { ...Promise.withResolvers<readonly unknown[]>(), asked: { id: lastId, sql, parameters }, deaths: 0 };
      waiting.set(lastId, one);
      give(one);
      return one.promise;
    },
    async close() {
      closed = true;
      if (thread) await endThread(thread);
    },
  };
}

/** What one caller of kysely has: statements one by one. There are no transactions, because each sees the newest. */
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
