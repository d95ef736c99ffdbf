import { expect, test } from 'vitest';
import { clockTime, dateAndTime } from './times-shown.ts';

// The device of the component tests is in New Zealand (`vitest.config.ts`).
const summer = new Date('2026-11-22T02:04:12.000Z');
const winter = new Date('2026-07-03T21:00:00.000Z');

test('R294 a receipt has the date and time of the visitor’s device and names their zone', () => {
  expect(dateAndTime(summer)).toBe('November 22, 2026 at 3:04:12\u00a0pm\u00a0GMT+13');
  expect(dateAndTime(winter)).toBe('July 4, 2026 at 9:00:00\u00a0am\u00a0GMT+12');
});

test('R395 the time of a draft names its day when that is not today', () => {
  const today = new Date();
  today.setHours(15, 4);
  expect(clockTime(today)).toBe('3:04\u00a0pm');
  expect(clockTime(winter)).toBe('Jul 4, 9:00\u00a0am');
});
