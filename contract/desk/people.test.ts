import { expect, test } from 'vitest';
import { personFinder } from './people.ts';

const person = { name: 'José Groß-O’Brien', mail: 'Jose.Gross@Store.example', phone: '+12075550134' };

test.each([
  'jose gross',
  'o’brien JOSÉ',
  'groß  jose',
  "o'brien",
  'JOSE.GROSS@STORE.EXAMPLE',
  ' store.example ',
  '2075550134',
  '(207) 555-0134',
  '207.555.0134',
  '+1 207 555 0134',
  '1-207-555-0134',
  '\u202a(207) 555-0134\u202c',
  '２０７ ５５５ ０１３４',
  '207−555−0134',
  '555-0134',
  '2',
  '(20',
  '+1',
  'jose 207 555 0134',
  'j',
])('R1297 a person is found among the people by %j, as by the searches of the server', (typed) => {
  expect(personFinder(typed)(person)).toBe(true);
});

test.each(['jose smith', '207 555 0135', '%', '_', '\\', 'tore@', 'null'])(
  'R1297 no person is found among the people by %j, which is not in their details',
  (typed) => {
    expect(personFinder(typed)(person)).toBe(false);
    expect(personFinder(typed)({ name: 'Mo Lee', mail: null, phone: null })).toBe(false);
  },
);

test('R1297 everybody is found by nothing', () => {
  expect(personFinder(' ')({ name: 'Mo Lee', mail: null, phone: null })).toBe(true);
});
