import { expect, it } from 'vitest';
import { daysAfter } from '../lib/times.ts';
import { addressOf, neighbour, queryOf } from './address.ts';

it('R134 an address brings its question back, and leaves out what cannot be read', () => {
  const query = { period: 'custom', from: '2026-11-01', to: '2026-11-30', dealership: 'd 1', person: 'p' } as const;
  expect(queryOf(new URLSearchParams(addressOf(query)))).toEqual(query);
  expect(queryOf(new URLSearchParams('period=year&day=today&from=2026-1-1&dealership='))).toEqual({});
  expect(addressOf({})).toBe('');
});

it('R134 the period before and after is as long as the one that is asked for', () => {
  const today = '2026-11-18';
  expect(neighbour({ person: 'p' }, today, -1)).toEqual({ person: 'p', day: '2026-11-15' });
  expect(neighbour({ period: 'week', day: '2026-11-17' }, today, 1)).toEqual({ period: 'week', day: '2026-11-29' });
  expect(neighbour({ period: 'four-weeks', day: '2026-11-22' }, today, -1)).toEqual({
    period: 'four-weeks',
    day: '2026-10-25',
  });
  expect(neighbour({ period: 'day' }, today, 1)).toEqual({ period: 'day', day: '2026-11-19' });
  expect(neighbour({ period: 'custom', from: '2026-12-30', to: '2027-01-01' }, today, -1)).toEqual({
    period: 'custom',
    from: '2026-12-27',
    to: '2026-12-29',
  });
  expect(daysAfter('2027-03-14', 1)).toBe('2027-03-15');
});
