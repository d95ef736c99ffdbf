/** Tests several servers of one database that count at the same instant, and that start again. */
import { describe, expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { Status } from '#contract/status-endpoints.ts';
import type { Storage } from '#server/database/open.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { createMeasured } from './service.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const zone = 'America/New_York';

eachEngineAlways((under) => {
  /** A server that counts this many connected requests, and records what it shows. */
  const serverOf = (storage: Storage, clock: ReturnType<typeof testClock>, sees: () => number) => {
    const shown: Status[] = [];
    const looks = { counted: 0 };
    const measured = createMeasured({
      storage,
      zone,
      figures: {
        times: async () => {
          looks.counted += 1;
          const connect = { count: sees(), medianMs: 9000, nineOfTenMs: 9000 };
          return { presenceSince: undefined, all: { accept: connect, connect, missed: 0 }, days: [] };
        },
      },
      now: clock.now,
      clockMs: () => clock.now().getTime(),
      mintId,
      show: (status) => void shown.push(status),
      onError: (error) => expect.unreachable(String(error)),
    });
    const cases = () => measured.status().figures[0]?.cases.count;
    return { ...measured, shown, looks, cases };
  };

  describe('R177 servers of one database', () => {
    it('that count at the same instant all show the count that was kept', async () => {
      const place = await under.newPlace();
      const clock = testClock('2027-05-20T14:02:00.000Z');
      const servers = await Promise.all(
        [100, 200, 300].map(async (sees) => serverOf(await under.openStorage(place), clock, () => sees)),
      );
      const storage = await under.openStorage(place);
      const atOnce = createAtOnce(storage);
      let played = 0;
      await playRounds(40, ['100', '200', '300'], async () => {
        await atOnce(servers.map(({ refresh }) => refresh));
        played += 1;
        const [first, ...others] = servers.map(({ cases }) => cases());
        expect(others).toEqual([first, first]);
        for (const { shown } of servers) expect(shown).toHaveLength(played);
        clock.advance(hourMs);
        return String(first);
      });
      const kept = await storage.db.selectFrom('measured_hours').select('as_of').execute();
      expect(kept).toHaveLength(played);
      expect(new Set(kept.map(({ as_of }) => as_of)).size).toBe(played);
    });

    it('that start again show what was counted before, at once and without counting', async () => {
      const storage = await under.openStorage();
      const clock = testClock('2027-05-20T14:02:00.000Z');
      await serverOf(storage, clock, () => 100).refresh();
      const started = serverOf(storage, clock, () => 999);
      await started.load();
      await started.refresh();
      expect(started.cases()).toBe(100);
      expect(started.shown).toHaveLength(1);
      expect(started.looks.counted).toBe(0);
    });

    it('count again once a clock that was ahead is set right, and forget what it wrote', async () => {
      const storage = await under.openStorage();
      const clock = testClock('2027-05-25T14:02:00.000Z');
      const server = serverOf(storage, clock, () => 100);
      await server.refresh();
      clock.advance(-5 * 24 * hourMs);
      await server.refresh();
      expect(server.status().asOf).toBe('2027-05-20T14:00:00.000Z');
      expect(
        (await storage.db.selectFrom('measured_hours').select('as_of').execute()).map(({ as_of }) => as_of),
      ).toEqual(['2027-05-20T14:00:00.000Z']);
      clock.advance(minuteMs);
      await server.refresh();
      expect(server.looks.counted).toBe(2);
    });
  });
});
