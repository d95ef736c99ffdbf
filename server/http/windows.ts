/**
 * Counts how often something happened for a key within a span of time. The span begins with the first time. The counts are kept in
 * the memory of this process, or in a table that all replicas share.
 */
import type { Pool } from 'pg';
import { skewMs } from '#server/skew.ts';

/** How often it happened in the key's span, including this time, and how long the span still lasts. */
interface Counted {
  readonly count: number;
  readonly leftMs: number;
}

/**
 * Counts in the memory of one process. The span is measured by a clock that only goes forward. A timer would fire at once when it
 * is longer than 24.8 days, and the wall clock jumps.
 */
export function createMemoryWindows(spanMs: number, clockMs: () => number) {
  const windows = new Map<string, { count: number; readonly endsMs: number }>();

  /** Deletes every count whose span is over. */
  function deleteEnded(): void {
    const nowMs = clockMs();
    // All spans have the same length, so they end in the order of the map.
    for (const [first, { endsMs }] of windows) {
      if (endsMs > nowMs) return;
      windows.delete(first);
    }
  }

  return {
    deleteEnded,

    add(key: string): Counted {
      deleteEnded();
      const nowMs = clockMs();
      const window = windows.getOrInsert(key, { count: 0, endsMs: nowMs + spanMs });
      window.count += 1;
      return { count: window.count, leftMs: window.endsMs - nowMs };
    },

    /** Takes one use back that was counted, when its span is not over yet. */
    takeBack(key: string): void {
      const window = windows.get(key);
      if (window && window.endsMs > clockMs() && window.count > 0) window.count -= 1;
    },

    /** How many keys are remembered. */
    size: () => windows.size,
  };
}

/** The database's own clock, in milliseconds since 1970. Every replica counts by it. */
const databaseMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * Counts one use in one statement, so that replicas that count at the same moment do it one after another. A span that ends later
 * than possible was begun while the database's clock was ahead, so it begins anew. A difference of up to `skewMs` is allowed,
 * because another transaction may have begun the span just after this statement read the clock.
 */
const addStatement = `
  insert into limits as known (key, points, expire) values ($1, 1, ${databaseMs} + $2)
  on conflict (key) do update set
    points = case when known.expire > excluded.expire - $2 and known.expire <= excluded.expire + ${skewMs}
      then known.points + 1 else 1 end,
    expire = case when known.expire > excluded.expire - $2 and known.expire <= excluded.expire + ${skewMs}
      then known.expire else excluded.expire end
  returning points, expire - ${databaseMs} as left_ms`;

/** Takes one use back in one statement, as `addStatement` counts one. */
const takeBackStatement = `
  update limits set points = points - 1 where key = $1 and points > 0 and expire > ${databaseMs}`;

/** A span that begins anew at this moment stays: its end is judged again when its row is free. */
const deleteStatement = `
  delete from limits where expire < ${databaseMs}
    and key in (select key from limits where expire < ${databaseMs} order by expire limit $1)`;

const deletedAtOnce = 1000;

/** Counts in the table `limits`, together with the other replicas. */
export function createSharedWindows(pool: Pick<Pool, 'query'>) {
  return {
    /** @param key must also name what is counted, because all limits share the table */
    async add(key: string, spanMs: number): Promise<Counted> {
      const { rows } = await pool.query<{ points: number; left_ms: string }>(addStatement, [key, spanMs]);
      const [row] = rows;
      if (!row) throw new Error('The count was not returned');
      // The clock moved on between its two readings, so at least 1 ms is returned.
      return { count: row.points, leftMs: Math.max(1, Number(row.left_ms)) };
    },

    /** Takes one use back that was counted, when its span is not over yet. */
    async takeBack(key: string): Promise<void> {
      await pool.query(takeBackStatement, [key]);
    },

    /** Deletes every count whose span is over, in slices. */
    async deleteEnded(): Promise<void> {
      for (;;) {
        const { rowCount } = await pool.query(deleteStatement, [deletedAtOnce]);
        if ((rowCount ?? 0) < deletedAtOnce) return;
      }
    },
  };
}
