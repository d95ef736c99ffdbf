import { expect, test } from 'vitest';
import { barOf, isOpenRequest } from './actions.ts';
import { recordOf, testNow } from './testing.ts';

test('The next step comes first in the bar, and what cannot be done is not in it', () => {
  expect(barOf(recordOf({ can: { accept: true, decline: true } }))).toEqual(['accept', 'decline']);
  expect(barOf(recordOf({ can: { connected: true, done: true, handOff: true, handBack: true } }))).toEqual([
    'connected',
    'done',
    'hand-off',
    'hand-back',
  ]);
  expect(barOf(recordOf({ can: { signing: true, done: true, undoConnected: true } }))[0]).toBe('signing');
  expect(barOf(recordOf({ can: { undoDone: true } }))).toEqual(['undo-done']);
  expect(barOf(recordOf())).toEqual([]);
});

test('A store is called and its screen is opened only while its request runs', () => {
  expect(isOpenRequest(recordOf())).toBe(true);
  expect(isOpenRequest(recordOf({ endedAt: testNow }))).toBe(false);
  expect(isOpenRequest(recordOf({ kind: 'call' }))).toBe(false);
});
