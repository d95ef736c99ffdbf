/** Puts messages right that were written while the clock was ahead: they would wait, or stay leased, for as long. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Storage } from '#server/database/open.ts';
import { skewMs, untilNow } from '#server/skew.ts';
import { isUnsent } from './states.ts';
import type { Channel } from './tables.ts';

const sliceRows = 200;

export interface PullBackOptions {
  readonly db: Storage['db'];
  readonly now: () => Date;
  readonly channel: Channel;
  readonly leaseForMs: number;
  /** How long a message can wait at most after so many tries. */
  readonly longestWaitsMs: readonly number[];
}

export function createPullBack({ db, now, channel, leaseForMs, longestWaitsMs }: PullBackOptions) {
  const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();
  const laterThan = (time: string, at: Date) => Date.parse(time) - at.getTime() > skewMs;

  /** A lease that ends later than any can. If its worker is alive, its heartbeat prolongs it. */
  const pullBackLeases = (at: Date) =>
    db
      .updateTable('messages')
      .set({ lease_until: after(at, leaseForMs) })
      .where('lease_token', 'is not', null)
      .where('channel', '=', channel)
      .where('lease_until', '>', after(at, leaseForMs + skewMs))
      .execute();

  const tooFarAhead = (at: Date) =>
    db
      .selectFrom('messages')
      .select(['id', 'created_at', 'due_at', 'expires_at'])
      .where(isUnsent)
      .where('channel', '=', channel)
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

  /** Makes due what is due later than it ever can be, and moves its beginning and its end back with it. */
  return async function pullBack(): Promise<void> {
    const at = now();
    await pullBackLeases(at);
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
