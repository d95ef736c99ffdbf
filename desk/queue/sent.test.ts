import { expect, test } from 'vitest';
import { standsText } from './sent.ts';
import { recordOf, testNow } from './testing.ts';

test('R926 a press that came too late says how the request stands, with each name as it is written', () => {
  const text = (parts: Parameters<typeof recordOf>[0]) => standsText(recordOf(parts), Date.parse(testNow));
  expect(text({ waitsFor: 'Sam Ortiz', waitsForId: 'p-2' })).toBe('It has changed meanwhile: handed off to Sam Ortiz.');
  expect(text({ acceptedAt: testNow, acceptedBy: 'Sam Ortiz', stage: 'accepted', state: 'accepted' })).toBe(
    'It has changed meanwhile: accepted, Sam Ortiz.',
  );
  expect(text({})).toBe('It has changed meanwhile: nobody has it now.');
});
