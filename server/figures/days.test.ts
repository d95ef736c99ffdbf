import { expect, test } from 'vitest';
import { addDays, daysOf } from '#server/calendar.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createDayReader, type DaySource } from './days.ts';
import type { Touched } from './touched.ts';

const today = '2026-11-22';
const zone = 'America/New_York';

eachEngine((under) => {
  test('R209 two years of days are read from the database once, and again only those whose rows have changed', async () => {
    const storage = await under.openStorage();
    const versions = new Map<string, number>();
    const made: string[] = [];
    let touched: Touched = 'everything';
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
    const reader = () => createDayReader({ storage, zone, touched: async () => touched, keeps: true, onError });
    const read = async (one: ReturnType<typeof reader>) => one.read(source, days, { today, look: await one.look() });
    const days = daysOf(addDays(today, -730), today);
    const expected = () => new Map(days.map((day) => [day, factsOf(day)]));

    const first = reader();
    expect(await read(first)).toEqual(expected());
    expect(made).toEqual(days);
    await first.kept();

    // Another server reads the kept days. Today's facts are not complete, so today is made again.
    made.length = 0;
    expect(await read(reader())).toEqual(expected());
    expect(made).toEqual([today]);

    // This server has all days in memory, even when the kept ones are gone.
    await storage.db.deleteFrom('figure_days').execute();
    made.length = 0;
    expect(await read(first)).toEqual(expected());
    expect(made).toEqual([today]);

    const day = days[7] ?? '';
    versions.set(day, 1);
    touched = [`${day}T17:00:00.000Z`];
    made.length = 0;
    expect(await read(first)).toEqual(expected());
    expect(made).toEqual([day, today]);
    await first.kept();
  });

  test('R421 a server that stops while days wait to be kept keeps no more of them, and reports none', async () => {
    const place = await under.newPlace();
    const storage = await under.openStorage(place);
    const faults: unknown[] = [];
    const source: DaySource<string> = {
      kind: 'test 2',
      states: async (spans) => new Map(spans.map(({ day }) => [day, 'made'])),
      read: async ({ day }) => ({ state: 'made', kept: day }),
      open: (kept) => kept,
      size: () => 1,
    };
    const onError = (error: unknown) => void faults.push(error);
    const reader = createDayReader({ storage, zone, touched: async () => 'everything', keeps: true, onError });
    const days = daysOf(addDays(today, -100), addDays(today, -1));
    await reader.read(source, days, { today, look: await reader.look() });
    await reader.stop();
    await storage.close();
    await reader.kept();
    expect(faults).toEqual([]);
    const again = await under.openStorage(place);
    const { length } = await again.db.selectFrom('figure_days').select('day').where('kind', '=', 'test 2').execute();
    expect(length).toBeLessThan(days.length);
  });
});
