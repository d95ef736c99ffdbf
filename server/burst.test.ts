import { expect, it } from 'vitest';
import { createBurst } from './burst.ts';

it('a burst is on from the last of so many times until the first of them is out of the span', () => {
  let atMs = 0;
  const burst = createBurst({ times: 3, withinMs: 1000, clockMs: () => atMs });
  expect(burst.isOn).toBe(false);
  for (const whenMs of [100, 500]) {
    atMs = whenMs;
    burst.happened();
    expect(burst.isOn).toBe(false);
  }
  atMs = 900;
  burst.happened();
  expect(burst.isOn).toBe(true);
  atMs = 1099;
  expect(burst.isOn).toBe(true);
  atMs = 1100;
  expect(burst.isOn).toBe(false);
  // The last three occurrences are those at 500, 900 and now.
  burst.happened();
  expect(burst.isOn).toBe(true);
  atMs = 1500;
  expect(burst.isOn).toBe(false);
});

it('what happens now and then is no burst, however long it goes on', () => {
  let atMs = 0;
  const burst = createBurst({ times: 3, withinMs: 1000, clockMs: () => atMs });
  for (; atMs < 100_000; atMs += 500) {
    burst.happened();
    expect(burst.isOn).toBe(false);
  }
});
