import { expect, test } from 'vitest';
import { neighbour } from './use-list-keys.ts';

test('a list is walked row by row, and the walk stays at both ends', () => {
  const rows = ['w', 'f1', 'f2'];
  expect(neighbour(rows, undefined, 1)).toBe('w');
  expect(neighbour(rows, 'w', 1)).toBe('f1');
  expect(neighbour(rows, 'f1', -1)).toBe('w');
  expect(neighbour(rows, 'w', -1)).toBe('w');
  expect(neighbour(rows, 'f2', 1)).toBe('f2');
  expect(neighbour(rows, 'gone', -1)).toBe('w');
  expect(neighbour([], 'w', 1)).toBeUndefined();
});
