/** The thread that reads the SQLite file: opens it, and answers each statement with its rows or its error (`sqlite-reader.ts`). */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { statementsOf } from './sqlite-statements.ts';

export interface Asked {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What an error says of itself; as an error it would lose its codes on the way between threads. */
export interface ReadFault {
  readonly message: string;
  readonly code?: unknown;
  readonly errcode?: unknown;
}

/** `open` comes once, before every answer. */
export type Answered =
  | 'open'
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly fault: ReadFault };

export interface ReaderData {
  readonly path: string;
  /** How long a statement waits while the file is locked, in milliseconds: only while SQLite recovers it after a crash. */
  readonly busyMs: number;
  readonly cacheKb: number;
}

/** All rows of a statement are in memory at once, here and in the thread that asked. */
const mostRows = 50_000;

function faultOf(error: unknown): ReadFault {
  const { message, code, errcode } = Object(error) as Partial<ReadFault>;
  return { message: String(message ?? error), code, errcode };
}

/** @throws when the file cannot be opened; the thread ends with it */
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
