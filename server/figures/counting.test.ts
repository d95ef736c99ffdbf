/** The rules of counting one by one: percentiles, fallen dealerships, periods, availability, the kept form of a day. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productNames } from '#contract/desk/board.ts';
import { type Ending, endingNames } from '#contract/desk/figures.ts';
import { type LeadStatus, leadStatusNames } from '#contract/desk/leads.ts';
import { hoursOf } from '#server/calendar.ts';
import type { CountedRequest } from '#server/requests/service.ts';
import { availabilityOver, availableMsByHour } from './availability.ts';
import { packRequests, presenceFacts, requestFacts } from './facts.ts';
import { chanceOfAtMost, fallenOf } from './fallen.ts';
import { leadFiguresOf, type SettledLeads } from './leads.ts';
import { periodOf, rowsOf } from './period.ts';
import { createSettled } from './settled.ts';
import { spreadOf } from './tally.ts';

const zone = 'America/New_York';

describe('R131 a median and the time of 9 of 10', () => {
  it.each([
    [[], null, null],
    [[7], 7, 7],
    [[9, 1], 1, 9],
    [[5, 1, 4, 2, 3], 3, 5],
    [Array.from({ length: 10 }, (_, at) => 10 - at), 5, 9],
    [Array.from({ length: 11 }, (_, at) => at + 1), 6, 10],
  ])('of %j are times that really happened', (times, medianMs, nineOfTenMs) => {
    expect(spreadOf([...times])).toEqual({ count: times.length, medianMs, nineOfTenMs });
  });

  it('are those that stand at their ranks when all times are sorted, and the times stay as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(), fc.nat({ max: 5 })), { minLength: 1, maxLength: 400 }), (times) => {
        const given = [...times];
        const sorted = times.toSorted((one, other) => one - other);
        expect(spreadOf(times)).toEqual({
          count: sorted.length,
          medianMs: sorted[Math.ceil(sorted.length * 0.5) - 1],
          nineOfTenMs: sorted[Math.ceil(sorted.length * 0.9) - 1],
        });
        expect(times).toEqual(given);
      }),
    );
  });

  it('are the same when some of the times were put in order before', () => {
    const times = fc.array(fc.oneof(fc.nat(), fc.nat({ max: 5 })), { maxLength: 60 });
    fc.assert(
      fc.property(times, times, (some, others) => {
        expect(spreadOf(some, new Float64Array(others).sort())).toEqual(spreadOf([...some, ...others]));
      }),
    );
  });
});

describe('R132 a dealership that fell', () => {
  it('has so few requests as by chance come in fewer than one week of twenty', () => {
    // From a table of the Poisson distribution.
    expect(chanceOfAtMost(0, 3)).toBeCloseTo(0.0498, 4);
    expect(chanceOfAtMost(2, 9)).toBeCloseTo(0.0062, 4);
    expect(chanceOfAtMost(5, 11)).toBeCloseTo(0.0375, 4);
    expect(chanceOfAtMost(1, 4)).toBeCloseTo(0.0916, 4);
    expect(chanceOfAtMost(1900, 2000)).toBeCloseTo(0.0123, 2);
    expect(chanceOfAtMost(5, 0)).toBe(1);
  });

  it('is named only when it asked in six of its eight weeks, the farthest from its usual week first', () => {
    const weeks = new Map([
      ['fell', [9, 9, 9, 9, 9, 9, 9, 9, 2]],
      ['fell farther', [30, 30, 30, 30, 30, 30, 30, 30, 1]],
      ['silent', [4, 4, 4, 4, 4, 4, 0, 0, 0]],
      ['by chance', [4, 4, 4, 4, 4, 4, 4, 4, 1]],
      ['as usual', [9, 9, 9, 9, 9, 9, 9, 9, 9]],
      ['one busy week', [0, 0, 0, 72, 0, 0, 0, 0, 0]],
      ['new', [0, 0, 0, 0, 0, 20, 20, 20, 1]],
    ]);
    expect(fallenOf(weeks)).toEqual({
      judged: 5,
      fallen: [
        { id: 'fell farther', requests: 1, usual: 30 },
        { id: 'fell', requests: 2, usual: 9 },
        { id: 'silent', requests: 0, usual: 3 },
      ],
    });
  });
});

describe('R131 a period', () => {
  const now = new Date('2026-11-18T20:00:00.000Z');
  const period = (query: Parameters<typeof periodOf>[0]) => periodOf(query, now, zone);

  it('is the week of today, from Monday, compared with the week before as far as this one has come', () => {
    expect(period({})).toEqual({
      kind: 'week',
      from: '2026-11-16',
      to: '2026-11-22',
      running: true,
      before: { from: '2026-11-09', to: '2026-11-15' },
      beforeUntil: new Date('2026-11-11T20:00:00.000Z'),
      step: 'day',
    });
  });

  it('that is over is compared with all of the days before', () => {
    expect(period({ period: 'four-weeks', day: '2026-11-11' })).toMatchObject({
      from: '2026-10-19',
      to: '2026-11-15',
      running: false,
      before: { from: '2026-09-21', to: '2026-10-18' },
      beforeUntil: new Date('2026-10-19T04:00:00.000Z'),
    });
    expect(period({ period: 'day', day: '2026-11-17' })).toMatchObject({ from: '2026-11-17', to: '2026-11-17' });
  });

  it('of other days has its own first and last one, at most a year', () => {
    const custom = { period: 'custom', from: '2026-01-01' } as const;
    expect(period({ ...custom, to: '2026-12-31' })).toMatchObject({
      from: '2026-01-01',
      to: '2026-12-31',
      step: 'week',
    });
    expect(period({ ...custom, to: '2027-01-02' })).toBeUndefined();
    expect(period({ ...custom, to: '2025-12-31' })).toBeUndefined();
    expect(period({ ...custom, to: '2026-02-30' })).toBeUndefined();
    expect(period({ day: '2026-13-01' })).toBeUndefined();
  });

  it('by week has its weeks from Monday, as far as it goes', () => {
    expect(rowsOf({ from: '2026-11-18', to: '2026-12-01', step: 'week' })).toEqual([
      { from: '2026-11-18', to: '2026-11-22' },
      { from: '2026-11-23', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-12-01' },
    ]);
  });
});

describe('R130 what is kept of a day', () => {
  const since = '2026-11-22T05:00:00.000Z';
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const who = maybe(fc.constantFrom('ana', 'ben', 'operator'));
  const someRequest: fc.Arbitrary<CountedRequest> = fc.record({
    id: fc.uuid(),
    version: fc.nat(),
    askedAt: fc.nat({ max: 86_399_999 }).map((ms) => new Date(Date.parse(since) + ms).toISOString()),
    dealershipId: maybe(fc.constantFrom('d1', 'd2')),
    acceptMs: maybe(fc.nat()),
    acceptedBy: who,
    waitMs: maybe(fc.nat()),
    agent: who,
    ending: fc.constantFrom(...(endingNames as [Ending, ...Ending[]])),
    missed: fc.boolean(),
    reopened: fc.boolean(),
    minutes: maybe(fc.nat({ max: 1440 })),
    products: fc.subarray([...productNames]),
    notBilled: fc.boolean(),
  });

  it('is what was read', () => {
    fc.assert(
      fc.property(fc.array(someRequest, { maxLength: 20 }), (requests) => {
        const kept = JSON.parse(JSON.stringify(packRequests(requests, since))) as ReturnType<typeof packRequests>;
        const expected = requests.map(({ version: _version, askedAt, id, missed, ...rest }) => ({
          ...rest,
          missed,
          id: missed ? id : '',
          atMs: Date.parse(askedAt) - Date.parse(since),
        }));
        expect(requestFacts(kept)).toEqual(expected);
      }),
    );
  });
});

describe('R130 who was available', () => {
  const span = { since: '2026-11-22T05:00:00.000Z', until: '2026-11-23T05:00:00.000Z' };
  const at = (time: string) => `2026-11-22T${time}.000Z`;

  it('ends with the removal of a person, whatever presence they had', () => {
    const facts = presenceFacts(
      {
        state: '',
        atStart: ['ana', 'gone'],
        changes: [
          { personId: 'ben', at: at('06:00:00'), available: true },
          { personId: 'ben', at: at('09:00:00'), available: false },
        ],
      },
      span,
      new Map([
        ['ben', at('08:00:00')],
        ['gone', at('04:00:00')],
      ]),
    );
    const people = availabilityOver(facts);
    const hourMs = 3_600_000;
    expect([0, 1, 2, 3, 5].map((hour) => [...people.at(hour * hourMs)])).toEqual([
      ['ana'],
      ['ana', 'ben'],
      ['ana', 'ben'],
      ['ana'],
      ['ana'],
    ]);
    const hours = hoursOf('2026-11-22', zone);
    const counts = () => true;
    const all = availableMsByHour(facts, hours, { fromMs: 0, toMs: 4.5 * hourMs, counts }).map((ms) => ms / hourMs);
    expect(all.slice(0, 6)).toEqual([1, 2, 2, 1, 0.5, 0]);
    const ben = availableMsByHour(facts, hours, {
      fromMs: 1.5 * hourMs,
      toMs: 24 * hourMs,
      counts: (id) => id === 'ben',
    });
    expect(ben.slice(0, 4).map((ms) => ms / hourMs)).toEqual([0, 0.5, 1, 0]);
  });
});

describe('R133 leads', () => {
  const hourMs = 3_600_000;

  it('are counted by form, representative and status, and by the promise to call within a day', async () => {
    const found = await leadFiguresOf(
      [
        { beganBeforeMs: 90 * hourMs, leads: [[0, 'inquiry', null, 'contacted', 2 * hourMs, 0]] },
        { beganBeforeMs: 80 * hourMs, leads: [[0, 'inquiry', null, 'won', 30 * hourMs, 0]] },
        { beganBeforeMs: 70 * hourMs, leads: [[0, 'intake', 'Avery Holt', 'new', null, 0]] },
        { beganBeforeMs: 60 * hourMs, leads: [[0, 'intake', 'Bex Calloway', 'spam', hourMs, 0]] },
        { beganBeforeMs: 3 * hourMs, leads: [[0, 'intake', 'Avery Holt', 'new', null, 0]] },
      ],
      createSettled(Object.is),
    );
    expect(found).toMatchObject({
      leads: 5,
      spam: 1,
      statuses: { new: 2, contacted: 1, won: 1, spam: 1 },
      firstContact: { count: 2, medianMs: 2 * hourMs, nineOfTenMs: 30 * hourMs },
      withinPromise: 1,
      promised: 3,
    });
    expect(found.sources.map(({ form, representative, leads }) => [form, representative, leads])).toEqual([
      ['inquiry', null, 2],
      ['intake', 'Avery Holt', 2],
      ['intake', 'Bex Calloway', 1],
    ]);
  });

  it('are the same when the days before were counted at an earlier look, however late that was', async () => {
    const status = fc.constantFrom(...(leadStatusNames as [LeadStatus, ...LeadStatus[]]));
    const lead = fc.tuple(
      fc.nat({ max: 24 * hourMs }),
      fc.constantFrom('inquiry' as const, 'intake' as const),
      fc.constantFrom(null, 'Avery Holt', 'Bex Calloway'),
      status,
      fc.option(fc.nat({ max: 50 * hourMs }), { nil: null }),
      fc.integer({ min: -90 * hourMs, max: 0 }),
    );
    const someDays = fc.array(fc.array(lead, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        someDays,
        fc.array(fc.nat({ max: 30 * hourMs }), { maxLength: 6 }),
        async (leadsOfDays, pauses) => {
          const settled = createSettled<(typeof leadsOfDays)[number], SettledLeads>(Object.is);
          let ms = 0;
          for (const pause of [0, ...pauses]) {
            ms += pause;
            const days = leadsOfDays.map((leads, at) => ({
              leads,
              beganBeforeMs: (leadsOfDays.length - 1 - at) * 24 * hourMs + ms,
            }));
            const found = await leadFiguresOf(days, settled);
            expect(found).toEqual(await leadFiguresOf(days, createSettled(Object.is)));
            const alone = leadsOfDays.flat();
            expect(found.leads).toBe(alone.length);
            expect(found.spam).toBe(alone.filter(([, , , its]) => its === 'spam').length);
            const times = alone.flatMap(([, , , its, first]) => (its === 'spam' || first === null ? [] : [first]));
            expect(found.firstContact).toEqual(spreadOf(times));
            const kept = days.flatMap(({ leads, beganBeforeMs }) =>
              leads.filter(
                ([, , , its, first, cameMs]) =>
                  its !== 'spam' && ((first !== null && first <= 24 * hourMs) || beganBeforeMs - cameMs > 24 * hourMs),
              ),
            );
            expect(found.promised).toBe(kept.length);
            expect(found.withinPromise).toBe(
              kept.filter(([, , , , first]) => (first ?? Infinity) <= 24 * hourMs).length,
            );
          }
        },
      ),
    );
  });
});
