import { expect, test } from 'vitest';
import { countOf } from './counts.ts';
import { paths } from './paths.ts';

const none = { requestsWaiting: 0, leadsLate: null, scheduleGaps: 1, messagesFailed: 3, firstHourOpen: 0 };

test('R142 a count stands beside a name only when there is something to count', () => {
  expect(countOf(none, paths.board)).toBeUndefined();
  expect(countOf(none, paths.leads)).toBeUndefined();
  expect(countOf(none, paths.people)).toBeUndefined();
  expect(countOf(undefined, paths.messages)).toBeUndefined();
  expect(countOf(none, paths.messages)).toEqual({ text: '3 failed', tone: 'fault' });
  expect(countOf(none, paths.schedule)?.text).toBe('1 gap');
  expect(countOf({ ...none, scheduleGaps: 6 }, paths.schedule)?.text).toBe('6 gaps');
});
