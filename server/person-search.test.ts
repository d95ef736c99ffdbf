import { describe, expect, it, test } from 'vitest';
import { matchesIn, readSought } from './person-search.ts';

const sought = readSought('ada@store.example') ?? expect.unreachable('it is an address');
const isFoundIn = (value: string): boolean =>
  matchesIn({ title: '', values: [{ label: 'Note', value }] }, sought).length > 0;

describe('a person who is searched for by an address', () => {
  it.each([
    'ada@store.example',
    'Write to <Ada@Store.example>, not to the lot.',
    'ada@store.example!?',
    'mailto:ada@store.example; lee@store.example',
  ])('is found in %j', (value) => {
    expect(isFoundIn(value)).toBe(true);
  });

  it.each(['lada@store.example', 'ada@store.example.org', '@@ada@store.example', 'ada @store.example'])(
    'is not found in %j',
    (value) => {
      expect(isFoundIn(value)).toBe(false);
    },
  );

  it.each([
    ['letters', (length: number) => 'a'.repeat(length)],
    ['marks after an address', (length: number) => `a@${'!'.repeat(length)}x`],
  ])('R969 is searched for in a text of nothing but %s in a time that grows with its length alone', (_, make) => {
    const leastMs = (length: number) => {
      const value = make(length);
      const took: number[] = [];
      for (let time = 0; time < 4; time++) {
        const began = performance.now();
        expect(isFoundIn(value)).toBe(false);
        took.push(performance.now() - began);
      }
      return Math.min(...took);
    };
    leastMs(20_000);
    // Forty times as long: a search that begins anew at each letter takes more than a thousand times as long.
    expect(leastMs(20_000) / leastMs(500)).toBeLessThan(300);
  });
});

test.each([
  ['mail', 'ada@store.example\u200b', 'ada@store.example'],
  ['mail', '\u202aAda@Store.example\u202c', 'ada@store.example'],
  ['phone', '\u202d(207) 555-0134\u202c', '+12075550134'],
  ['phone', '\u200e207.555.0134', '+12075550134'],
])('R1300 a person is searched for by %s with the invisible marks that came with it: %j', (by, copied, key) => {
  expect(readSought(copied)).toMatchObject({ by, keys: [key] });
});

describe('a person who is searched for by a name', () => {
  const isNamedIn = (typed: string, value: string): boolean => {
    const name = readSought(typed) ?? expect.unreachable('it is a name');
    return matchesIn({ title: '', values: [{ label: 'Note', value }] }, name).length > 0;
  };

  it.each([
    ['Lopez', 'Ana García-López'],
    ['Ana Garcia Lopez', 'Ana García‑López'],
    ['Garcia–Lopez', 'López García, Ana'],
    ["O'Brien", 'O’Brien-Ñandú'],
    ['OBRIEN', 'O’Brien-Ñandú'],
    ['O’Brien', 'Pat OʼBrien'],
    ['O´Brien', "pat o'brien"],
    ['O’Brien', 'Pat OBrien'],
    ['o brien', 'Pat O`Brien'],
    ['Ñandú', 'O’Brien-Nandu'],
    ['Nganga', "Wanjiru Ng'ang'a"],
    ['Marzette', 'Ask at Marzette’s office'],
    ['de la  Cruz', 'María DE LA CRUZ'],
    ['J. R. Doe', 'J.R. Doe'],
    ['Garci\u0301a', 'García'],
  ])('R1220 as %j is found in %j', (typed, value) => {
    expect(isNamedIn(typed, value)).toBe(true);
  });

  it.each([
    ['Mc Donald', 'Ian McDonald'],
    ['McDonald, Ian', 'Ian Mc Donald'],
    ['Ian Mc Donald', 'McDonald, Ian'],
    ['de Luca', 'Ida DeLuca'],
  ])('R1244 as %j is found in %j', (typed, value) => {
    expect(isNamedIn(typed, value)).toBe(true);
  });

  it.each([
    ['Lope', 'Ana García-López'],
    ['Ana Lopez', 'Ana García'],
    ['Brien Nandu', 'Obrien-Nandu'],
  ])('R1220 as %j is not found in %j', (typed, value) => {
    expect(isNamedIn(typed, value)).toBe(false);
  });
});

test('R1300 a name and an address with a tab between them, as from a spreadsheet, are not one address', () => {
  expect(readSought('Ada\tada@store.example')).toMatchObject({ by: 'name' });
});
