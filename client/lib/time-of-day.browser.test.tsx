import { expect, test } from 'vitest';
import { timeOfDay } from './time-of-day.ts';

// The browser of these tests is in Auckland, whose clocks are put back from 3:00 to 2:00 on April 5, 2026, at 14:00 UTC.
test.each([
  ['before that hour', '2026-04-04T12:59:59.999Z', '1:59:59\u00a0am'],
  ['as it begins', '2026-04-04T13:00:00.000Z', '2:00:00\u00a0am\u00a0GMT+13'],
  ['as it ends the first time', '2026-04-04T13:59:59.999Z', '2:59:59\u00a0am\u00a0GMT+13'],
  ['as it begins again', '2026-04-04T14:00:00.000Z', '2:00:00\u00a0am\u00a0GMT+12'],
  ['as it ends the second time', '2026-04-04T14:59:59.999Z', '2:59:59\u00a0am\u00a0GMT+12'],
  ['after that hour', '2026-04-04T15:00:00.000Z', '3:00:00\u00a0am'],
  ['an hour before the clocks are put on', '2026-09-26T13:30:00.000Z', '1:30:00\u00a0am'],
  ['an hour after the clocks were put on', '2026-09-26T14:30:00.000Z', '3:30:00\u00a0am'],
  ['on the evening of another day', '2026-11-21T08:04:12.000Z', '9:04:12\u00a0pm'],
])(
  'R955 a time of the hour that comes twice as the clocks are put back says which of the two it is: %s',
  (_, at, words) => {
    expect([timeOfDay(at, at), timeOfDay(Date.parse(at), Date.parse(at))]).toEqual([words, words]);
  },
);

test.each([
  ['a minute later, after midnight', '2026-11-21T11:00:30.000Z', '11:59:30\u00a0pm on Nov 21'],
  ['a week later', '2026-11-28T10:59:30.000Z', '11:59:30\u00a0pm on Nov 21'],
  ['a minute before', '2026-11-21T10:58:30.000Z', '11:59:30\u00a0pm'],
])('R781 a time of another day says the day: %s', (_, now, words) => {
  expect(timeOfDay('2026-11-21T10:59:30.000Z', now)).toBe(words);
});
