import { expect, test } from 'vitest';
import { addDays, daysOf } from '#server/calendar.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createDayReader, type DaySource } from './days.ts';

const today = '2026-11-22';
const zone = 'America/New_York';

eachEngine((under) => {
  test('R209 two years of days are read from the database once, and again only those whose rows have changed', async () => {
    const storage = await under.openStorage();
    const versions = new Map<string, number>();
    const made: string[] = [];
    const factsOf = (day: string) => [`${day} ${versions.get(day) ?? 0}`];
    const source: DaySource<readonly string[], { readonly texts: readonly string[] }> = {
      kind: 'test 1',
      states: async (spans) => new Map(spans.map(({ day }) => [day, `${versions.get(day) ?? 0}`])),
      async read({ day }) {
        made.push(day);
        return { state: `${versions.get(day) ?? 0}`, kept: { texts: factsOf(day) } };
      },
      open: ({ texts }) => texts,
      size: (texts) => texts.length,
    };
    const onError = (error: unknown) => expect.fail(String(error));
    const reader = () => createDayReader({ storage, zone, keeps: true, onError });
    const days = daysOf(addDays(today, -730), today);
    const expected = () => new Map(days.map((day) => [day, factsOf(day)]));

    const first = reader();
    expect(await first.read(source, days, today)).toEqual(expected());
    expect(made).toEqual(days);
    await first.kept();

    // Another server has them from what was kept. Of today there is more to come.
    made.length = 0;
    expect(await reader().read(source, days, today)).toEqual(expected());
    expect(made).toEqual([today]);

    // This one has them all in memory, whatever becomes of what was kept.
    await storage.db.deleteFrom('figure_days').execute();
    made.length = 0;
    expect(await first.read(source, days, today)).toEqual(expected());
    expect(made).toEqual([today]);

    versions.set(days[7] ?? '', 1);
    made.length = 0;
    expect(await first.read(source, days, today)).toEqual(expected());
    expect(made).toEqual([days[7], today]);
    await first.kept();
  });
});
