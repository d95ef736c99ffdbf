/**
 * Writers of one SQLite connection: one at a time, and those that come at the same moment share one commit. A commit waits
 * for the disk, which costs more than all statements of a transaction together; sixty-four transactions in one commit wait for
 * it once. Each has a savepoint of its own, so one that fails takes nothing of the others back, and each is told that it is
 * committed only when it is.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { whenFree } from './busy.ts';
import { type RunStatement, statementsOf } from './sqlite-statements.ts';

/** One writer's transaction. It ends with `commit` or `rollBack`, and is not used after that. */
export interface Turn {
  readonly run: RunStatement;
  /** Resolves when everything it wrote is on the disk. */
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

export interface SharedCommits {
  /**
   * Waits for the writers before, then begins a transaction. What is done in it must not wait for another transaction: that
   * one may wait to be committed together with it.
   */
  begin(): Promise<Turn>;
  /** Runs a statement that no transaction may contain. */
  runAlone(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>>;
  /** Waits for the writers before. Whoever writes after it waits until the work is done. */
  whileNobodyWrites<T>(work: () => Promise<T>): Promise<T>;
}

/** The most transactions in one commit. With more, the first one waits longer and hardly a commit is saved. */
const mostInOneCommit = 64;

/** How long a commit is held open for the next transaction, in milliseconds, so that slow ones do not hold up the first. */
const openForMs = 24;

/** The commit that ended transactions wait for. */
interface Commit extends PromiseWithResolvers<void> {
  readonly openedMs: number;
  transactions: number;
}

/** Runs a task once, after everything that has arrived by now was begun. */
export type Soon = (task: () => void) => void;

/**
 * @param soon what a commit waits for, so that the requests that are read from the sockets in one turn of the event loop
 *   share it
 * @param onCommit hears of every commit that succeeded
 */
export function createSharedCommits(
  database: DatabaseSync,
  soon: Soon = (task) => void setImmediate(task),
  onCommit: () => void = () => {},
): SharedCommits {
  const run = statementsOf(database);
  /** Set from the end of the first transaction that shares it to its commit. */
  let pending: Commit | undefined;
  let lastTurn = Promise.resolve();

  /** Waits for every turn that was asked for before. Resolves to a function that ends this one. */
  async function takeTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = lastTurn;
    lastTurn = promise;
    await before;
    return resolve;
  }

  async function commitPending(): Promise<void> {
    const commit = pending;
    if (!commit) return;
    pending = undefined;
    try {
      await whenFree(() => run('commit', []));
      commit.resolve();
      onCommit();
    } catch (error) {
      if (database.isOpen && database.isTransaction) run('rollback', []);
      commit.reject(error);
    }
  }

  const takesAnother = ({ transactions, openedMs }: Commit): boolean =>
    transactions < mostInOneCommit && performance.now() - openedMs < openForMs;

  async function endTurn(release: () => void): Promise<void> {
    if (pending && !takesAnother(pending)) await commitPending();
    release();
  }

  /** Begins a commit that others may share, and sees to it that it ends. */
  function openCommit(): Commit {
    const commit = { ...Promise.withResolvers<void>(), openedMs: performance.now(), transactions: 0 };
    soon(async () => {
      const release = await takeTurn();
      // A turn before this one may have committed it.
      if (pending === commit) await commitPending();
      release();
    });
    return commit;
  }

  /** Runs a statement of a transaction. A full disk makes SQLite undo all that is not committed, the others' too. */
  const runInTurn: RunStatement = (sql, parameters) => {
    try {
      return run(sql, parameters);
    } catch (error) {
      if (!database.isTransaction) {
        pending?.reject(error);
        pending = undefined;
      }
      throw error;
    }
  };

  async function begin(): Promise<Turn> {
    const askedMs = performance.now();
    const release = await takeTurn();
    const shares = pending !== undefined;
    try {
      // Every transaction writes. One that took the write lock only when it comes to write could not wait for it: what it
      // had read might be out of date by then (SQLITE_BUSY_SNAPSHOT).
      await (shares ? runInTurn('savepoint turn', []) : whenFree(() => run('begin immediate', []), askedMs));
    } catch (error) {
      await endTurn(release);
      throw error;
    }
    return {
      run: runInTurn,
      async commit() {
        try {
          if (shares) runInTurn('release turn', []);
        } catch (error) {
          await endTurn(release);
          throw error;
        }
        pending ??= openCommit();
        pending.transactions += 1;
        const { promise } = pending;
        await endTurn(release);
        await promise;
      },
      async rollBack() {
        if (database.isOpen && database.isTransaction) {
          if (shares) run('rollback to turn', []);
          run(shares ? 'release turn' : 'rollback', []);
        }
        await endTurn(release);
      },
    };
  }

  async function whileNobodyWrites<T>(work: () => Promise<T>): Promise<T> {
    const release = await takeTurn();
    try {
      await commitPending();
      return await work();
    } finally {
      release();
    }
  }

  return {
    begin,
    runAlone(sql, parameters) {
      const askedMs = performance.now();
      return whileNobodyWrites(() => whenFree(() => run(sql, parameters), askedMs));
    },
    whileNobodyWrites,
  };
}
