/**
 * Moves what was written from SQLite's log into the database in a thread of its own, for as long as much is written. SQLite by
 * itself does it in the commit that makes the log 1,000 pages long, and everybody waits meanwhile: with 64 callers that is
 * twenty times a second (docs/decisions/0104).
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { createBurst } from '#server/burst.ts';
import { endThread } from './threads.ts';

/** Much is written when so many commits come within a second and the log is long. Then the thread is asked after each so many. */
const commitsBetween = 20;
const burstMs = 1000;

/** How long the thread waits to be asked before it ends. */
const idleMs = 5000;

/** How long the log may grow, in pages, before a commit moves it: SQLite's own limit, and the one beside the thread. */
const mostPages = { alone: 1000, besideThread: 8000 };

/** The size of a page, SQLite's own. */
const pageBytes = 4096;

export interface Checkpoints {
  /** Hears of every commit. */
  committed(): void;
  /** Ends the thread. The database is closed after it. */
  close(): Promise<void>;
  /** The thread, while there is one. */
  readonly thread: Worker | undefined;
}

export function createCheckpoints(database: DatabaseSync): Checkpoints {
  let thread: Worker | undefined;
  let isMoving = false;
  let commits = 0;
  const burst = createBurst({ times: commitsBetween, withinMs: burstMs });
  let idle: NodeJS.Timeout | undefined;

  /** Whether the log was ever as long as SQLite lets it grow: it begins anew in the same file. */
  const logIsLong = () =>
    (statSync(`${database.location()}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= mostPages.alone * pageBytes;

  const allow = (pages: number) => database.isOpen && database.exec(`pragma wal_autocheckpoint = ${pages}`);

  function begin(): Worker {
    const begun = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      name: 'checkpoints',
      workerData: { path: database.location() },
      env: {},
      execArgv: [],
    });
    begun.unref();
    begun.on('message', () => {
      isMoving = false;
    });
    // It ends with the error, and commits move the log again. What is wrong with the disk is said by whoever writes.
    begun.on('error', () => {});
    begun.on('exit', () => {
      if (thread !== begun) return;
      thread = undefined;
      isMoving = false;
      allow(mostPages.alone);
    });
    allow(mostPages.besideThread);
    return begun;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    if (thread) await endThread(thread);
  }

  return {
    get thread() {
      return thread;
    },
    committed() {
      burst.happened();
      commits += 1;
      if (commits < commitsBetween) return;
      commits = 0;
      if (!burst.isOn || isMoving || !logIsLong()) return;
      thread ??= begin();
      isMoving = true;
      thread.postMessage('checkpoint');
      clearTimeout(idle);
      idle = setTimeout(() => void end(), idleMs).unref();
    },
    close: end,
  };
}
