import { expect, test } from 'vitest';
import { valueText } from './figure-tables.ts';

test('R1302 a missed request of an hour that comes twice says in which of the two it was asked', () => {
  const textOf = (at: string, zone = 'America/New_York') => valueText('moment', `2026-11-01T${at}:00.000Z`, zone);
  expect(textOf('05:30')).toBe('Sun, Nov 1, 1:30\u00a0am\u00a0EDT');
  expect(textOf('06:30')).toBe('Sun, Nov 1, 1:30\u00a0am\u00a0EST');
  expect(textOf('07:30')).toBe('Sun, Nov 1, 2:30\u00a0am\u00a0ET');
  expect(textOf('08:30', 'America/Phoenix')).toBe('Sun, Nov 1, 1:30\u00a0am\u00a0MST');
});
