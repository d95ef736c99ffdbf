/** Corrects messages that were written while the clock was ahead. Otherwise they would wait, or stay leased, longer by that time. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { dialectOf, type Reader, type Storage } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import { latestPossibleNow, skewMs } from '#server/skew.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import { type Condition, findPrepared, isUnsent, writtenOut } from './conditions.ts';
import type { Channel } from './tables.ts';

const sliceRows = 200;

/** The latest end that a lease can have, as a time by this server's clock and as milliseconds from now. */
interface LatestEnd {
  readonly until: string;
  readonly inMs: number;
}

/** Messages whose lease ends later than it can. */
const isLeasedTooLong =
  ({ until, inMs }: LatestEnd, db: Reader): Condition =>
  ({ and, eb }) =>
    and([eb('lease_token', 'is not', null), eb('lease_until', '>', dialectOf(db).commonTime(until, inMs))]);

const findLeasedTooLong = findPrepared(isLeasedTooLong);

/** For each number of tries, the latest time at which a message can be due. `ever` is before all of them, so that an index bounds the query. */
interface LatestTimes {
  readonly ever: string;
  readonly [tries: number]: string;
}

interface FutureCorrectionOptions {
  readonly db: Storage['db'];
  readonly now: () => Date;
  readonly channel: Channel;
  readonly leaseForMs: number;
  /** The longest time that a message can wait, by the number of its tries, in milliseconds. */
  readonly longestWaitsMs: readonly number[];
}

export function createFutureCorrection({ db, now, channel, leaseForMs, longestWaitsMs }: FutureCorrectionOptions) {
  const laterThan = (time: string, at: Date) => Date.parse(time) - at.getTime() > skewMs;

  /**
   * Shortens leases that end later than a lease can. A worker that is alive renews its own by its heartbeat. Nothing is written when there
   * is no such lease, so a server at rest does not take the write lock.
   */
  async function correctLeases(at: Date): Promise<void> {
    const latestMs = leaseForMs + skewMs;
    const latest = { until: isoAfter(at, latestMs), inMs: latestMs };
    if ((await findLeasedTooLong(db, channel, latest)).length === 0) return;
    await db
      .updateTable('messages')
      .set({ lease_until: dialectOf(db).commonTime(isoAfter(at, leaseForMs), leaseForMs) })
      .where('channel', '=', writtenOut(channel))
      .where(isLeasedTooLong(latest, db))
      .execute();
  }

  const dueTooLate = prepared((reader, latest: LatestTimes) =>
    reader
      .selectFrom('messages')
      .select(['id', 'created_at', 'due_at', 'expires_at'])
      .where(isUnsent)
      .where('channel', '=', writtenOut(channel))
      .where('due_at', '>', latest.ever)
      .where(({ or, and, eb }) =>
        or(
          longestWaitsMs.map((_, tries) =>
            and([eb('attempts', '=', tries), eb('due_at', '>', latest[tries] as string)]),
          ),
        ),
      )
      .limit(sliceRows),
  );

  const tooFarAhead = (at: Date) => {
    const latest = longestWaitsMs.map((waitMs) => isoAfter(at, waitMs + skewMs));
    return dueTooLate(db, { ...latest, ever: latestPossibleNow(at) });
  };

  /**
   * Makes messages due now that are due later than they can be. If such a message was created in the future, its creation becomes now and
   * its expiry moves back by the same time.
   */
  return async function correctFutureTimes(): Promise<void> {
    const at = now();
    await correctLeases(at);
    for (;;) {
      const rows = await tooFarAhead(at);
      if (rows.length === 0) return;
      for (const { id, created_at, due_at, expires_at } of rows) {
        const aheadMs = laterThan(created_at, at) ? Date.parse(created_at) - at.getTime() : 0;
        await db
          .updateTable('messages')
          .set({
            due_at: at.toISOString(),
            created_at: isoBefore(created_at, aheadMs),
            expires_at: expires_at && isoBefore(expires_at, aheadMs),
          })
          .where('id', '=', id)
          .where('due_at', '=', due_at)
          // The message may have been ended, with its subject, since it was read.
          .where('expires_at', expires_at === null ? 'is' : '=', expires_at)
          .execute();
      }
      await letOthersRun();
    }
  };
}
