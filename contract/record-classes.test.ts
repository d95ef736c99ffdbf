import { expect, it } from 'vitest';
import { legal } from '#brand/legal.ts';
import { keptInWords, recordClassIds, timeBefore, timeInWords } from './record-classes.ts';

it('R155 says how long each class is kept in the words of the policy, made from the numbers', () => {
  const words = recordClassIds.map((id) => keptInWords(id, legal.retention[id]));
  expect(words).toEqual(['while active, plus 7 years', '7 years', '3 years', '1 year']);
  expect([legal.sooner.anydesk, legal.sooner.notes, { days: 1 }].map(timeInWords)).toEqual([
    '24 hours',
    '30 days',
    '1 day',
  ]);
});

it('R155 counts years by the calendar, days and hours by their length', () => {
  const now = new Date('2028-02-29T12:00:00Z');
  expect(timeBefore({ years: 3 }, now).toISOString()).toBe('2025-03-01T12:00:00.000Z');
  expect(timeBefore({ years: 4 }, now).toISOString()).toBe('2024-02-29T12:00:00.000Z');
  expect(timeBefore({ days: 30 }, now).toISOString()).toBe('2028-01-30T12:00:00.000Z');
  expect(timeBefore({ hours: 24 }, now).toISOString()).toBe('2028-02-28T12:00:00.000Z');
});
