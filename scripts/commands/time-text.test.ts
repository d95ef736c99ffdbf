import { describe, expect, test } from 'vitest';
import { readTime } from './time-text.ts';

describe('R775 a time that is typed', () => {
  const zone = 'America/New_York';

  test.each([
    ['2026-11-24T10:00', '2026-11-24T15:00:00.000Z'],
    ['2026-11-24 10:00:30', '2026-11-24T15:00:30.000Z'],
    ['2026-07-24T10:00', '2026-07-24T14:00:00.000Z'],
    ['2026-11-24', '2026-11-24T15:00:00.000Z'],
    ['2026-11-24T10:00-08:00', '2026-11-24T18:00:00.000Z'],
    ['2026-11-24T10:00:00.000Z', '2026-11-24T10:00:00.000Z'],
    ['2026-11-24t10:00z', '2026-11-24T10:00:00.000Z'],
    // An hour that the clock change leaves out is the one after it, and of an hour that comes twice the first counts.
    ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('is of the given zone unless it has an offset: %s', (typed, read) => {
    expect(readTime(typed, zone)).toBe(read);
  });

  test.each([
    '',
    'tomorrow',
    '24.11.2026',
    '2026-02-30',
    '2026-11-24T25:00',
    '2026-11-24T10',
    '2026-11-24T10:00+99:00',
    '20261124',
  ])('is refused when it is none: %s', (typed) => {
    expect(readTime(typed, zone)).toBeUndefined();
  });
});
