import { expect, it } from 'vitest';
import { daysAfter } from '../lib/times.ts';
import { addressOf, neighbour, queryOf } from './address.ts';

it('R134 an address brings its question back, and leaves out what cannot be read', () => {
  const query = { period: 'custom', from: '2026-11-01', to: '2026-11-30', dealership: 'd 1', person: 'p' } as const;
  expect(queryOf(new URLSearchParams(addressOf(query)))).toEqual(query);
  expect(queryOf(new URLSearchParams('period=year&day=today&from=2026-1-1&dealership='))).toEqual({});
  expect(addressOf({})).toBe('');
});

it('R134 the period before and after is as long as the one that is shown', () => {
  const week = { kind: 'week', from: '2026-11-16', to: '2026-11-22' } as const;
  expect(neighbour({ person: 'p' }, week, -1)).toEqual({ person: 'p', day: '2026-11-15' });
  expect(neighbour({ period: 'week', day: '2026-11-17' }, week, 1)).toEqual({ period: 'week', day: '2026-11-29' });
  const days = { kind: 'custom', from: '2026-12-30', to: '2027-01-01' } as const;
  expect(neighbour({ period: 'custom', from: days.from, to: days.to }, days, -1)).toEqual({
    period: 'custom',
    from: '2026-12-27',
    to: '2026-12-29',
  });
  expect(daysAfter('2027-03-14', 1)).toBe('2027-03-15');
});
