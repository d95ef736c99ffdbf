import { describe, expect, test } from 'vitest';
import {
  either,
  filledText,
  finite,
  flag,
  listOf,
  mapOf,
  matching,
  notNegative,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from './shape.ts';

describe('the shape of a value', () => {
  const cases: [string, Shape, unknown[], unknown[]][] = [
    ['text', text, ['', 'a'], [1, null, undefined, ['a']]],
    ['filledText', filledText, ['a'], ['', undefined]],
    ['flag', flag, [true, false], ['true', 1, undefined]],
    ['finite', finite, [0, -1, 0.5], ['0', Number.NaN, Number.POSITIVE_INFINITY, undefined]],
    ['notNegative', notNegative, [0, 1], [-1, '1', Number.NaN]],
    ['matching', matching(/^a+$/), ['aa'], ['ab', '', 1]],
    ['oneOf', oneOf('a', 1), ['a', 1], ['1', 'b', undefined]],
    ['optional', optional(text), [undefined, 'a'], [null, 1]],
    ['either', either(text, flag), ['a', true], [1, undefined]],
    ['listOf', listOf(text), [[], ['a']], [[1], 'a', {}, undefined]],
    ['mapOf', mapOf(text), [{}, { a: 'a' }], [{ a: 1 }, [], null, 'a']],
    ['object', object({ a: text }), [{ a: '' }, { a: '', b: 1 }], [{}, { a: 1 }, [], null]],
  ];

  test.each(cases)('%s takes what fits and nothing else', (_, shape, fitting, others) => {
    for (const value of fitting) expect(shape(value), JSON.stringify(value)).toBe(true);
    for (const value of others) expect(shape(value), JSON.stringify(value)).toBe(false);
  });
});
