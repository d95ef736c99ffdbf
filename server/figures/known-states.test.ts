import { describe, expect, it } from 'vitest';
import { addDays, daysOf, spanOf } from '#server/calendar.ts';
import type { NamedSpan } from '#server/database/open.ts';
import { createKnownStates, type Look } from './known-states.ts';
import type { Touched } from './touched.ts';

const zone = 'America/New_York';
const [first, today] = ['2024-11-23', '2026-11-22'];
const days = daysOf(first, today);
const spans = days.map((day) => spanOf(day, zone));
const openFrom = addDays(today, -1);
const open = [openFrom, today];

/** Rows whose state is one number for each day. `told` is what the next look is told. */
function start() {
  const versions = new Map<string, number>();
  let told: Touched = 'everything';
  let asked: string[] = [];
  let fails = false;
  let answering: Promise<unknown> = Promise.resolve();
  const known = createKnownStates({
    touched: async () => {
      const touched = told;
      told = [];
      if (!fails) return touched;
      fails = false;
      throw new Error('the database is away');
    },
    dayOf: (at) => at.slice(0, 10),
  });
  const source = {
    kind: 'test 1',
    states: async (some: readonly NamedSpan[]) => {
      const stand = new Map(some.map(({ day }) => [day, `${versions.get(day) ?? 0}`]));
      asked.push(...stand.keys());
      await answering;
      return stand;
    },
  };
  const ask = (look: Look) => known.of(source, spans, { look, openFrom });
  return {
    known,
    ask,
    /** Changes a day, and reports the change or not. */
    change(day: string, how: 'told' | 'untold'): void {
      versions.set(day, (versions.get(day) ?? 0) + 1);
      if (how === 'told' && told !== 'everything') told = [...told, `${day}T12:00:00.000Z`];
    },
    tellEverything: () => {
      told = 'everything';
    },
    failOnce: () => {
      fails = true;
    },
    /** Takes a look, and returns the days that it read. */
    async look() {
      asked = [];
      const states = await ask(await known.look());
      return {
        asked: new Set(asked),
        states,
        right: days.every((day) => states.get(day) === `${versions.get(day) ?? 0}`),
      };
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
  };
}

describe('R370 the states of two years of days', () => {
  it('are asked for once, and then of the days that were touched and of those that are open', async () => {
    const one = start();
    expect((await one.look()).asked.size).toBe(days.length);
    expect([...(await one.look()).asked]).toEqual(open);
    one.change('2025-03-09', 'told');
    const touched = await one.look();
    expect([...touched.asked]).toEqual(['2025-03-09', ...open]);
    expect(touched.right).toBe(true);
    expect([...(await one.look()).asked]).toEqual(open);
    one.tellEverything();
    expect((await one.look()).asked.size).toBe(days.length);
  });

  it('that changed without a word are found within 48 looks, and no look asks about more than a tenth of them', async () => {
    const one = start();
    await one.look();
    for (const day of days) one.change(day, 'untold');
    const most: number[] = [];
    for (let look = 0; look < 48; look++) {
      const { asked, right } = await one.look();
      most.push(asked.size);
      if (look < 23) expect(right).toBe(false);
    }
    expect((await one.look()).right).toBe(true);
    expect(Math.max(...most)).toBeLessThan(days.length / 10);
  });

  it('are not those of an answer that was under way while the day was touched', async () => {
    const one = start();
    await one.look();
    one.change('2025-07-04', 'told');
    const answer = one.hold();
    const slow = one.ask(await one.known.look());
    one.change('2025-07-04', 'told');
    const later = one.ask(await one.known.look());
    answer();
    expect((await slow).get('2025-07-04')).toBe('1');
    expect((await later).get('2025-07-04')).toBe('2');
    expect((await one.look()).right).toBe(true);
  });

  it('are all asked for anew after a look that failed: what it had heard of is told to nobody again', async () => {
    const one = start();
    await one.look();
    one.failOnce();
    await expect(one.look()).rejects.toThrow('the database is away');
    expect((await one.look()).asked.size).toBe(days.length);
    expect([...(await one.look()).asked]).toEqual(open);
  });
});
