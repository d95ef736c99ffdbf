import { describe, expect, test } from 'vitest';
import { fromWallClock, toWallClock } from '../lib/times.ts';
import { queryOf, readFilters } from './filters.ts';
import { groupsOf } from './LeadList.tsx';
import { inquiryForm, intakeForm, listRows, rowOf, testNow } from './testing.ts';
import { dueText, followUpChoices, reachesOf } from './words.ts';

const now = Date.parse(testNow);
const hourMs = 60 * 60_000;

describe('R106 when a lead is due', () => {
  test.each([
    [-2 * hourMs, '2 h late'],
    [-40 * 60_000, '40 min late'],
    [-10_000, '1 min late'],
    [-72 * hourMs, '3 days late'],
    [3 * hourMs, 'in 3 h'],
    [30 * 60_000, 'in 30 min'],
    [72 * hourMs, 'Nov\u00a024'],
  ])('%i ms from now: %s', (ms, text) => {
    expect(dueText(rowOf({ dueAt: new Date(now + ms).toISOString() }), now)).toBe(text);
  });

  test('a closed one is late no more, and says when it was closed', () => {
    expect(dueText(rowOf({ status: 'won', dueAt: testNow, closedAt: '2026-11-20T21:04:00.000Z' }), now)).toBe(
      'Nov\u00a020',
    );
  });

  test('stands in the list in its group', () => {
    const groups = groupsOf(listRows, now).map(({ name, rows }) => [name, rows.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['late', ['lead-2', 'lead-3']],
      ['due', ['lead-4', 'lead-5', 'lead-6', 'lead-7']],
      ['closed', ['lead-8']],
    ]);
  });

  test('is written and read as the brand’s clocks show it, also beside a change of the clocks', () => {
    for (const wall of [
      '2026-11-21T10:00',
      '2026-11-01T00:30',
      '2026-11-01T03:00',
      '2027-03-14T03:30',
      '2027-07-01T12:00',
    ]) {
      expect(toWallClock(fromWallClock(wall) ?? ''), wall).toBe(wall);
    }
    expect(fromWallClock('soon')).toBeUndefined();
    const choices = followUpChoices(Date.parse('2026-10-31T21:04:00.000Z'));
    expect(choices.map(({ at }) => at)).toEqual([
      '2026-10-31T23:04:00.000Z',
      '2026-11-01T15:00:00.000Z',
      '2026-11-03T15:00:00.000Z',
      '2026-11-07T15:00:00.000Z',
    ]);
  });
});

test('R500 tomorrow is the next day of the calendar, also in the nights in which the clocks change', () => {
  const morningsAt = (at: string) =>
    followUpChoices(Date.parse(at))
      .slice(1)
      .map((choice) => choice.at);
  // Half past midnight of a day of 25 hours, and half past eleven before a day of 23.
  expect(morningsAt('2026-11-01T04:30:00.000Z')).toEqual([
    '2026-11-02T15:00:00.000Z',
    '2026-11-04T15:00:00.000Z',
    '2026-11-08T15:00:00.000Z',
  ]);
  expect(morningsAt('2026-03-08T04:30:00.000Z')).toEqual([
    '2026-03-08T14:00:00.000Z',
    '2026-03-10T14:00:00.000Z',
    '2026-03-14T14:00:00.000Z',
  ]);
});

test('R106 a telephone that two forms have is shown once, with the consent that holds', () => {
  const reaches = reachesOf({ parts: [intakeForm, inquiryForm] });
  expect(reaches.filter(({ kind }) => kind === 'tel').map(({ value, mayText }) => [value, mayText])).toEqual([
    ['(570) 555-0164', false],
    ['(570) 555-0171', true],
  ]);
  expect(reaches.filter(({ kind }) => kind === 'email')).toHaveLength(1);
  const ended = { ...intakeForm, consents: intakeForm.consents.map((given) => ({ ...given, endedAt: testNow })) };
  expect(reachesOf({ parts: [ended] }).some(({ mayText }) => mayText)).toBe(false);
});

test('R106 the filters are the address, and what an address does not know is left out', () => {
  const filters = readFilters(new URLSearchParams('status=spam&form=intake&mine=yes&late=no&search=cedar valley'));
  expect(filters).toEqual({
    status: 'spam',
    form: 'intake',
    mine: true,
    late: false,
    flagged: false,
    search: 'cedar valley',
  });
  expect(readFilters(new URLSearchParams(queryOf(filters)))).toEqual(filters);
  expect(queryOf(readFilters(new URLSearchParams('status=gone&form=x')))).toEqual({});
});
