import { expect, test } from 'vitest';
import { noCircles } from './circles.ts';

const file = (fileName: string, ...imports: string[]) => ({ type: 'chunk', fileName, imports });

test('a build with files that import one another fails, however far apart they are', () => {
  const far = { a: file('a', 'b'), b: file('b', 'c'), c: file('c', 'd'), d: file('d', 'b'), style: { type: 'asset' } };
  expect(() => noCircles().generateBundle({}, far)).toThrow('b, c, d');
  expect(() => noCircles().generateBundle({}, { a: file('a', 'b'), b: file('b', 'a') })).toThrow('a, b');
});

test('a build with files that several others import passes', () => {
  const bundle = { a: file('a', 'b', 'c'), b: file('b', 'c'), c: file('c') };
  expect(() => noCircles().generateBundle({}, bundle)).not.toThrow();
});
