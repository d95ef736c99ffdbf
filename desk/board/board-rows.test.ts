import { describe, expect, test } from 'vitest';
import type { Board } from '#contract/desk/board-schemas.ts';
import { isLate } from '#contract/request-state.ts';
import { ageText } from '../lib/ages.ts';
import { askOf, groupsOf, holderOf, spokenAge, standingOf } from './board-rows.ts';
import { rowOf, testNow } from './testing.ts';

const now = Date.parse(testNow);
const accepted = { acceptedAt: '2026-11-21T02:00:00.000Z', acceptedBy: 'Sam Ortiz', stage: 'accepted' } as const;
const boardOf = (parts: Partial<Board>): Board => ({
  waiting: [],
  running: [],
  finished: [],
  people: [],
  serverNow: testNow,
  ...parts,
});

describe('the groups of the board', () => {
  const board = boardOf({
    waiting: [rowOf({ id: 'w', dealershipName: 'Lakeside Powersports' })],
    finished: [rowOf({ id: 'f1' }), rowOf({ id: 'f2', acceptedBy: 'Lee Marsh' })],
  });

  test('come in the order waiting, in progress, finished, without empty ones', () => {
    expect(groupsOf(board, now).map(({ name }) => name)).toEqual(['waiting', 'finished']);
  });

  test('R756 leave out a request that has been over for twelve hours, also when nothing else has changed since', () => {
    const ended = boardOf({ finished: [rowOf({ id: 'f3', endedAt: testNow })] });
    const hourMs = 3_600_000;
    expect(groupsOf(ended, now + 12 * hourMs - 1).map(({ name }) => name)).toEqual(['finished']);
    expect(groupsOf(ended, now + 12 * hourMs)).toEqual([]);
  });

  test('show of a search only the rows with each of its words, in any case', () => {
    expect(groupsOf(board, now, ' LAKE  power ').flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(['w']);
    expect(groupsOf(board, now, 'marsh').flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(['f2']);
    expect(groupsOf(board, now, 'lake marsh')).toEqual([]);
  });
});

describe('an age', () => {
  test.each([
    [-1, '0:00', '0 seconds'],
    [1000, '0:01', '1 second'],
    [31_999, '0:31', '31 seconds'],
    [60_000, '1:00', '1 minute'],
    [22 * 60_000 + 40_000, '22:40', '22 minutes'],
    [65 * 60_000, '1 h 05', '1 hour 5 minutes'],
  ])('of %i ms reads %s and is spoken %s', (ms, text, spoken) => {
    expect([ageText(ms), spokenAge(ms)]).toEqual([text, spoken]);
  });
});

describe('R543 how a row stands', () => {
  test.each([
    [{}, 'Active deal'],
    [{ requestType: 'custom_request' }, 'Custom Request'],
    [{ waitsFor: 'Lee Marsh' }, 'Handed off to Lee Marsh'],
    [accepted, 'Accepted'],
    [{ ...accepted, stage: 'signing' }, 'Signing'],
    [{ ...accepted, lateAt: testNow }, 'Accepted, not connected'],
    [{ ...accepted, closing: { as: 'done', at: testNow, endsAt: testNow } }, 'Closing'],
    [{ ...accepted, closing: { as: 'cancelled', at: testNow, endsAt: testNow } }, 'Store is cancelling'],
    [{ ...accepted, endedAt: testNow, state: 'done', disposition: 'contracted_lease' }, 'Contracted: lease'],
    [{ endedAt: testNow, state: 'expired' }, 'Nobody accepted it'],
    [{ askedAt: testNow, endedAt: testNow, state: 'expired' }, 'Nobody took it on again'],
    [{ endedAt: testNow, state: 'expired', acceptedAt: testNow }, 'Expired'],
    [{ endedAt: testNow, state: 'cancelled' }, 'Cancelled by the store'],
  ] as const)('%o: %s', (parts, words) => {
    expect(standingOf(rowOf(parts as never), now)).toBe(words);
  });

  test('is late from the minute of lateness on, and never once it is connected', () => {
    expect(isLate(rowOf({ lateAt: testNow }), now - 1)).toBe(false);
    expect(isLate(rowOf({ lateAt: testNow }), now)).toBe(true);
  });

  test('names who has it', () => {
    expect(holderOf(rowOf())).toBe('nobody yet');
    expect(holderOf(rowOf(accepted))).toBe('Sam Ortiz');
    expect(holderOf(rowOf({ ...accepted, mine: true }))).toBe('You');
    expect(holderOf(rowOf({ endedAt: testNow }))).toBe('');
  });

  test('says of a logged call that it is one', () => {
    expect(askOf({ kind: 'call', requestType: 'active_deal' })).toBe('Logged call');
  });
});
