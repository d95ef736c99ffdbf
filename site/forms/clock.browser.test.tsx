import { expect, test } from 'vitest';
import { clockTime, dateAndTime } from './clock.ts';

// The device of the component tests is in New Zealand (`vitest.config.ts`).
const summer = new Date('2026-11-22T02:04:12.000Z');
const winter = new Date('2026-07-03T21:00:00.000Z');

test('R294 a receipt has the date and time of the visitor’s device and names their zone', () => {
  expect(dateAndTime(summer)).toBe('November 22, 2026 at 3:04:12 pm GMT+13');
  expect(dateAndTime(winter)).toBe('July 4, 2026 at 9:00:00 am GMT+12');
  expect(clockTime(summer)).toBe('3:04 pm');
});
