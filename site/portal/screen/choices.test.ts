import { expect, test } from 'vitest';
import { choicesOf } from './choices.ts';

const one = { id: 'one', name: 'Smith Motors', phone: null };
const numbered = { id: 'numbered', name: 'Smith Motors', phone: '(207) 555-0138' };
const other = { id: 'other', name: 'Harbor Point Motors', phone: null };

test.each([
  ['without a number', one, { ...one, id: 'two' }],
  ['with the same number', numbered, { ...numbered, id: 'two' }],
  ['whose names differ in spacing and case alone', one, { id: 'two', name: 'SMITH  Motors ', phone: null }],
])('R813 two dealerships of one name %s are one choice, and the request names none of them', (_, first, second) => {
  const choices = choicesOf([first, second, other]);
  expect(choices.map(({ id, dealership }) => [id, dealership.id])).toEqual([
    [first.id, null],
    [other.id, other.id],
  ]);
  expect(choices[0]?.dealership).toMatchObject({ name: first.name, phone: first.phone });
});

test('dealerships of one name with different numbers are told apart by them', () => {
  const choices = choicesOf([one, numbered, other]);
  expect(choices.map(({ label }) => label)).toEqual([
    'Smith Motors, Not provided',
    'Smith Motors, (207) 555-0138',
    'Harbor Point Motors',
  ]);
  expect(choices.map(({ dealership }) => dealership.id)).toEqual(['one', 'numbered', 'other']);
});
