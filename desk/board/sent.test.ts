import { expect, test } from 'vitest';
import { standsText } from './sent.ts';
import { recordOf, testNow } from './testing.ts';

const text = (parts: Parameters<typeof recordOf>[0]) => standsText(recordOf(parts), Date.parse(testNow));
const accepted = { acceptedAt: testNow, acceptedBy: 'Sam Ortiz', stage: 'accepted', state: 'accepted' } as const;

test('R926 a press that came too late says how the request stands, with each name as it is written', () => {
  expect(text({ waitsFor: 'Sam Ortiz', waitsForId: 'p-2' })).toBe('Not done: it is handed off to Sam Ortiz.');
  expect(text(accepted)).toBe('Not done: Sam Ortiz has it.');
  expect(text({})).toBe('Not done: nobody has it.');
});

test('R1173 says in a sentence who was first: the dealership, somebody else or oneself', () => {
  const closing = { at: testNow, endsAt: testNow };
  const mine = { ...accepted, mine: true };
  expect(text({ ...mine, closing: { ...closing, as: 'cancelled' } })).toBe(
    'Not done: the dealership has just cancelled it.',
  );
  expect(text({ ...accepted, closing: { ...closing, as: 'done' } })).toBe('Not done: Sam Ortiz is closing it.');
  expect(text({ ...mine, closing: { ...closing, as: 'done' } })).toBe('Not done: you are closing it.');
  expect(text({ ...mine, connectedAt: testNow, stage: 'connected' })).toBe(
    'Not done: it is yours and stands at “Connected”.',
  );
  expect(text({ ...accepted, endedAt: testNow, state: 'done' })).toBe('Not done: Sam Ortiz closed it.');
  expect(text({ endedAt: testNow, state: 'cancelled' })).toBe('Not done: the dealership cancelled it.');
  expect(text({ endedAt: testNow, state: 'expired' })).toBe('Not done: it expired.');
});
