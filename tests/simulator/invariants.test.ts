import { expect, test } from 'vitest';
import { checkArrival } from './invariants.ts';

const text = (tryNumber: number, words: string) => ({ channel: 'sms', messageId: 'one', tryNumber, words }) as const;

test('of two texts the one that was sent later has to say so, whichever arrives first', () => {
  const [first, again] = [text(1, 'Call'), text(2, 'Sent again. Call')];
  expect(() => checkArrival([first], again)).not.toThrow();
  // Seed 5617: the first text was on its way for two seconds, and another replica's try overtook it.
  expect(() => checkArrival([again], first)).not.toThrow();
  expect(() => checkArrival([first], text(2, 'Call'))).toThrow('went out twice and does not say so');
  expect(() => checkArrival([text(2, 'Call')], text(1, 'Sent again. Call'))).toThrow('does not say so');
  expect(() => checkArrival([first, again], text(3, 'Sent again. Call'))).toThrow('a third time');
});
