import { expect, test } from 'vitest';
import { typedCharacters } from './typewriter.ts';

test('S9.20 a character takes 8 ms', () => {
  expect(typedCharacters(0, 200)).toBe(0);
  expect(typedCharacters(7.9, 200)).toBe(0);
  expect(typedCharacters(8, 200)).toBe(1);
  expect(typedCharacters(800, 200)).toBe(100);
});

test('S9.20 typing ends with the text, and does not begin before its time', () => {
  expect(typedCharacters(1_000_000, 200)).toBe(200);
  expect(typedCharacters(-50, 200)).toBe(0);
});
