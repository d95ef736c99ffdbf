/**
 * Moves pages from SQLite's log into the database in a separate thread while there are many writes. By default SQLite moves them in
 * the commit that makes the log 1,000 pages long, and all wait for it: with 64 callers, twenty times a second (docs/decisions/0104).
 */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { createBurst } from '#server/burst.ts';
import { endThread } from './threads.ts';

/** When this many commits come within `burstMs` and the log is long, the thread is asked after each this many. */
const commitsBetween = 20;
const burstMs = 1000;

/** How long the thread waits for a message before it is ended. */
const idleMs = 5000;

/** The pages of log at which a commit moves it: `alone` is SQLite's default, `besideThread` holds while the thread runs. */
const mostPages = { alone: 1000, besideThread: 8000 };

/** The size of a page in bytes: SQLite's default. */
const pageBytes = 4096;

export function createCheckpoints(database: DatabaseSync) {
  let thread: Worker | undefined;
  let isMoving = false;
  let commits = 0;
  const burst = createBurst({ times: commitsBetween, withinMs: burstMs });
  let idle: NodeJS.Timeout | undefined;

  /** Whether the log has ever reached SQLite's limit. The file is reused from its start, so its size does not say how full it is. */
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
    // After an error the thread ends, and commits move the log again. A fault of the disk is reported by the writers.
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
    /** The thread; undefined while there is none. */
    get thread() {
      return thread;
    },
    /** Is told of every commit. */
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
    /** Ends the thread. Call it before the database is closed. */
    close: end,
  };
}
