/** Corrects messages that were written while the clock was ahead. They would wait, or stay leased, for as long as it was. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Storage } from '#server/database/open.ts';
import { skewMs, untilNow } from '#server/skew.ts';
import type { Condition } from './maintenance.ts';
import { isUnsent, writtenOut } from './states.ts';
import type { Channel } from './tables.ts';

const sliceRows = 200;

export interface FutureCorrectionOptions {
  readonly db: Storage['db'];
  readonly now: () => Date;
  readonly channel: Channel;
  readonly leaseForMs: number;
  /** How long a message can wait at most after so many tries. */
  readonly longestWaitsMs: readonly number[];
}

export function createFutureCorrection({ db, now, channel, leaseForMs, longestWaitsMs }: FutureCorrectionOptions) {
  const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();
  const laterThan = (time: string, at: Date) => Date.parse(time) - at.getTime() > skewMs;

  /**
   * Shortens leases that end later than any can. If the worker is alive, its heartbeat prolongs its own. It writes only
   * where there is such a lease: a server at rest leaves the write lock to others.
   */
  async function correctLeases(at: Date): Promise<void> {
    const isTooLong: Condition = ({ and, eb }) =>
      and([
        eb('lease_token', 'is not', null),
        eb('channel', '=', writtenOut(channel)),
        eb('lease_until', '>', after(at, leaseForMs + skewMs)),
      ]);
    const found = await db.selectFrom('messages').select('id').where(isTooLong).limit(1).executeTakeFirst();
    if (!found) return;
    await db
      .updateTable('messages')
      .set({ lease_until: after(at, leaseForMs) })
      .where(isTooLong)
      .execute();
  }

  const tooFarAhead = (at: Date) =>
    db
      .selectFrom('messages')
      .select(['id', 'created_at', 'due_at', 'expires_at'])
      .where(isUnsent)
      .where('channel', '=', writtenOut(channel))
      .where('due_at', '>', untilNow(at))
      .where(({ or, and, eb }) =>
        or(
          longestWaitsMs.map((waitMs, tries) =>
            and([eb('attempts', '=', tries), eb('due_at', '>', after(at, waitMs + skewMs))]),
          ),
        ),
      )
      .limit(sliceRows)
      .execute();

  /** Makes messages due now that are due later than any can be, and moves their creation and expiry back as far. */
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
            created_at: after(new Date(created_at), -aheadMs),
            expires_at: expires_at && after(new Date(expires_at), -aheadMs),
          })
          .where('id', '=', id)
          .where('due_at', '=', due_at)
          .execute();
      }
      await letOthersRun();
    }
  };
}
