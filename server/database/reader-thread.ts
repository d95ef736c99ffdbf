/** The thread that reads the SQLite file (`sqlite-reader.ts`). It answers each statement with its rows or its error. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { statementsOf } from './sqlite-statements.ts';

export interface Asked {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The parts of an error that are sent to the other thread. An `Error` object would lose its codes on the way. */
export interface ReadFault {
  readonly message: string;
  readonly code?: unknown;
  readonly errcode?: unknown;
}

/** `open` is sent once, before every answer. */
export type Answered =
  | 'open'
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly fault: ReadFault };

export interface ReaderData {
  readonly path: string;
  /** How long a statement waits for a locked file, in milliseconds. Readers find one only while SQLite recovers from a crash. */
  readonly busyMs: number;
  readonly cacheKb: number;
}

/** The most rows of a statement: all of them are in memory at once, in this thread and in the one that asked. */
const mostRows = 50_000;

function faultOf(error: unknown): ReadFault {
  const { message, code, errcode } = Object(error) as Partial<ReadFault>;
  return { message: String(message ?? error), code, errcode };
}

/** @throws when the file cannot be opened; the thread then ends with the error */
function serve(port: NonNullable<typeof parentPort>, { path, busyMs, cacheKb }: ReaderData): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
  database.exec(`pragma temp_store = memory; pragma cache_size = -${cacheKb}`);
  const run = statementsOf(database, mostRows);
  port.postMessage('open' satisfies Answered);
  port.on('message', (asked: Asked | 'close') => {
    if (asked === 'close') {
      database.close();
      port.close();
      return;
    }
    const { id, sql, parameters } = asked;
    let answered: Answered;
    try {
      answered = { id, rows: run(sql, parameters).rows };
    } catch (error) {
      answered = { id, fault: faultOf(error) };
    }
    port.postMessage(answered);
  });
}

if (parentPort) serve(parentPort, workerData as ReaderData);
