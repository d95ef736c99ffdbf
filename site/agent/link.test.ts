import { expect, test } from 'vitest';
import { takeToken } from './link.ts';

test('R24 the token of a link leaves the address and the history, and is known after a reload', () => {
  const replaced: unknown[] = [];
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const history = { state: { key: 7 }, replaceState: (...call: unknown[]) => void replaced.push(call) };
  const at = (hash: string) => ({ location: { hash, pathname: '/agent' }, history, storage });
  expect(takeToken(at(''))).toBeUndefined();
  expect(takeToken(at('#4f9yQp'))).toBe('4f9yQp');
  expect(replaced).toEqual([[{ key: 7 }, '', '/agent']]);
  expect([...kept.values()]).toEqual(['4f9yQp']);
  expect(takeToken(at(''))).toBe('4f9yQp');
});
