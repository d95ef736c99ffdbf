/**
 * Serialises the writers of one SQLite connection, and lets those that come at the same moment share one commit. A commit waits for
 * the disk, which costs more than all statements of a transaction together, so sixty-four transactions in one commit wait for it once.
 * Each transaction has its own savepoint, so a failed one undoes nothing of the others. Each hears of its commit only after it.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { whenFree } from './busy.ts';
import { type RunStatement, statementsOf } from './sqlite-statements.ts';

/** One writer's transaction. It ends with `commit` or `rollBack`, and is not used after that. */
export interface Turn {
  readonly run: RunStatement;
  /** Resolves when everything that the transaction wrote is on disk. */
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

export type SharedCommits = ReturnType<typeof createSharedCommits>;

/** The most transactions in one commit. With more, the first one waits longer and hardly any commit is saved. */
const mostInOneCommit = 64;

/** How long a commit stays open for more transactions, in milliseconds, so that slow ones do not hold up the first one. */
export const openForMs = 24;

/** A commit that finished transactions wait for. */
interface Commit extends PromiseWithResolvers<void> {
  readonly openedMs: number;
  transactions: number;
}

/** Schedules a task, to run once after everything that has arrived by now was begun. */
export type Soon = (task: () => void) => void;

/**
 * @param soon runs a task after the requests that were read in one turn of the event loop have begun, so that they share a commit
 * @param onCommit is told of every commit that succeeded
 * @param clockMs tells how long a commit has been open, in milliseconds; it only moves forward
 */
export function createSharedCommits(
  database: DatabaseSync,
  soon: Soon = (task) => void setImmediate(task),
  onCommit: () => void = () => {},
  clockMs: () => number = () => performance.now(),
) {
  const run = statementsOf(database);
  /** The open commit: set from the end of the first transaction that shares it until it is committed. */
  let pending: Commit | undefined;
  let lastTurn = Promise.resolve();

  /** Waits for every turn that was asked for before. Resolves to a function that ends the new turn. */
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
    transactions < mostInOneCommit && clockMs() - openedMs < openForMs;

  async function endTurn(release: () => void): Promise<void> {
    if (pending && !takesAnother(pending)) await commitPending();
    release();
  }

  /**
   * Schedules a commit. It stays open for as long as each turn of the event loop brings further transactions. Callers whose answers went
   * out with the commit before this one come back while this one is filled, and would otherwise wait for a commit of their own.
   *
   * @param before how many transactions shared it a turn ago
   */
  function schedule(commit: Commit, before: number): void {
    soon(async () => {
      const release = await takeTurn();
      const { transactions } = commit;
      // An earlier turn may have committed it already.
      if (pending === commit) {
        if (transactions > before && takesAnother(commit)) schedule(commit, transactions);
        else await commitPending();
      }
      release();
    });
  }

  /** Opens a commit that later transactions may share, and schedules it. */
  function openCommit(): Commit {
    const commit = { ...Promise.withResolvers<void>(), openedMs: clockMs(), transactions: 0 };
    schedule(commit, 0);
    return commit;
  }

  /** Runs a transaction's statement. On a full disk SQLite undoes the commit's other transactions as well. */
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

  /**
   * Waits for earlier writers, then begins a transaction. The transaction must not wait for another one to be committed: both may
   * be waiting for the same commit.
   */
  async function begin(): Promise<Turn> {
    const askedMs = performance.now();
    const release = await takeTurn();
    const shares = pending !== undefined;
    try {
      // Every transaction takes the write lock at its beginning. If it took the lock only at its first write, its earlier reads
      // might be out of date by then, and the write would fail (SQLITE_BUSY_SNAPSHOT).
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

  /** Waits for earlier writers, then does the work. Later writers wait until the work is done. */
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
    /** Runs a statement that cannot run in a transaction. */
    runAlone(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
      const askedMs = performance.now();
      return whileNobodyWrites(() => whenFree(() => run(sql, parameters), askedMs));
    },
    whileNobodyWrites,
  };
}
