/** Compares the figures of random histories with a simple recount, on nights in which the clocks change. */
import { describe, expect, it, vi } from 'vitest';
import { brand } from '#brand/brand.ts';
import type { Figures, FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startHistory } from '../../tests/support/figures-history.ts';
import { recount } from '../../tests/support/figures-recount.ts';
import { seededRandom } from '../../tests/support/seeded.ts';
import { createFigures } from './service.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The figures in the form of the recount, without zeros. */
function told({ totals, time, hours, endings, people }: Figures) {
  return {
    totals,
    time: Object.fromEntries(
      time
        .filter((row) => row.totals.requests + row.totals.calls + row.totals.tests > 0)
        .map((row) => [row.from, row.totals]),
    ),
    hours,
    endings: Object.fromEntries(endings.map(({ ending, requests }) => [ending, requests])),
    people: Object.fromEntries(people.map(({ name, totals: theirs }) => [name, theirs])),
  };
}

eachEngine((under) => {
  describe('R130 the figures of a history', () => {
    it.each([
      ['spring', '2027-03-13T22:00:00.000Z', '2027-03-08'],
      ['autumn', '2027-11-06T22:00:00.000Z', '2027-11-01'],
    ])('are what its events say, over the clock change in %s', async (_, start, monday) => {
      const random = seededRandom();
      const { context, clock, play } = await startHistory(under, start);
      const { figures, storage } = context;
      const query: FiguresQuery = { period: 'week', day: monday };
      const sunday = new Date(Date.parse(monday) + 6 * 86_400_000).toISOString().slice(0, 10);
      for (let look = 0; look < 4; look++) {
        await play(random, 60);
        const found = await figures.view(query);
        const again = await recount(storage, monday, sunday, clock.now());
        const mine = found && told(found);
        expect(mine?.totals).toEqual(again.totals);
        expect(mine?.time).toEqual(again.time);
        expect(mine?.endings).toEqual(again.endings);
        expect(mine?.hours.map(({ people, ...rest }) => ({ ...rest, people: people?.toFixed(6) }))).toEqual(
          again.hours.map(({ people, ...rest }) => ({ ...rest, people: people?.toFixed(6) })),
        );
        for (const [name, theirs] of Object.entries(mine?.people ?? {}))
          expect(theirs, name).toEqual(again.people[name]);
        expect(found?.totals.requests).toBeGreaterThan(0);
        // A server that counted before and only adds what is new must agree with one that counts everything.
        const fresh = createFigures({
          storage,
          zone: brand.timeZone,
          now: clock.now,
          clockMs: () => performance.now(),
          keeps: false,
          onError: (error) => expect.fail(String(error)),
        });
        expect(await fresh.view(query)).toEqual(found);
        await figures.kept();
        // The kept days give the same figures as the rows.
        expect(await figures.view(query)).toEqual(found);
        clock.advance(3 * 3_600_000);
      }
      const kept = await storage.db.selectFrom('figure_days').select('kind').execute();
      expect(kept.length).toBeGreaterThan(0);
    });
  });
});
