import { expect, test } from 'vitest';
import { findCircle, noCircles } from './circles.ts';

const file = (fileName: string, ...imports: string[]) => ({ type: 'chunk', fileName, imports });

test('files that import one another are found, however far apart', () => {
  expect(findCircle([file('a', 'b'), file('b', 'c'), file('c', 'd'), file('d', 'b')])).toEqual(['b', 'c', 'd', 'b']);
  expect(findCircle([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toBeUndefined();
});

test('a build with such files fails', () => {
  const bundle = { a: file('a', 'b'), b: file('b', 'a'), style: { type: 'asset' } };
  expect(() => noCircles().generateBundle({}, bundle)).toThrow('a -> b -> a');
  expect(() => noCircles().generateBundle({}, { a: file('a', 'b'), b: file('b') })).not.toThrow();
});
