/**
 * When PostgreSQL refuses more connections, a pool goes on with its open ones and asks for one more from time to time.
 */
import type pg from 'pg';

/** PostgreSQL takes no more connections, of all or of this user or database (`too_many_connections`). */
export const tooManyConnections = '53300';

/** How long after a refusal the pool asks for another connection, in milliseconds. */
const askAgainMs = 250;

/** How long a connection may be idle, in ms, while PostgreSQL refuses others: callers of a server without one wait for 5 s. */
const idleAtLimitMs = 1000;
/** How long after the last refusal connections may be idle for longer again, in milliseconds. */
const calmAfterMs = 30_000;

export interface ConnectionLimit {
  /** Whether PostgreSQL refused a connection, and has taken none since. */
  readonly isReached: boolean;
  /** Call it when PostgreSQL refuses a connection, before the pool learns of it: the pool would ask for another at once. */
  reach(): void;
}

/** Lets a pool open no more connections while PostgreSQL refuses them. */
export function watchLimit(pool: pg.Pool): ConnectionLimit {
  const { max: most, idleTimeoutMillis } = pool.options;
  let isReached = false;
  let refusedMs = 0;
  let willAsk = false;

  /** Lets the pool ask for one connection. The pool begins one only for a caller that is new, so this may be a caller as well. */
  function askAgain(): void {
    willAsk = false;
    if (pool.ending || !isReached) return;
    pool.options.max = Math.min(most, pool.totalCount + 1);
    if (pool.waitingCount === 0) return;
    pool.connect().then(
      (client) => client.release(),
      () => {},
    );
  }

  pool.on('connect', () => {
    isReached = false;
    const isCalm = performance.now() - refusedMs > calmAfterMs;
    Object.assign(pool.options, { max: most, ...(isCalm && { idleTimeoutMillis }) });
  });

  return {
    get isReached() {
      return isReached;
    },
    reach() {
      isReached = true;
      refusedMs = performance.now();
      // The pool still counts the one that is refused. Its events would not do: it says `remove` also without a `connect`, and twice.
      Object.assign(pool.options, { max: pool.totalCount - 1, idleTimeoutMillis: idleAtLimitMs });
      if (!willAsk) setTimeout(askAgain, askAgainMs);
      willAsk = true;
    },
  };
}
