import { describe, expect, it } from 'vitest';
import { type Budget, placeBudget, placeKeptMs, placesPerCode, selectorBudget, triesIn, waitMsOf } from './budget.ts';
import { secretBits } from './code.ts';
import { createDelays, delayMsAfter } from './delays.ts';

const yearMs = 365.25 * 24 * 60 * 60_000;

describe('R19 the odds of guessing a code', () => {
  it('are at most 1e-8 a year for one code, from however many addresses', () => {
    const guesses = triesIn(selectorBudget, yearMs) + placesPerCode * triesIn(placeBudget, yearMs);
    expect(guesses / 2 ** secretBits).toBeLessThan(1e-8);
  });

  it('are not better with a place that was forgotten: its tries were paid for', () => {
    expect(placeBudget.burst * placeBudget.refillMs).toBeLessThan(placeKeptMs);
  });

  it('a budget allows its burst at once and then one try in each span', () => {
    const budget: Budget = { burst: 5, refillMs: 1000 };
    let paidUntilMs = 0;
    const tryAt = (nowMs: number) => {
      if (waitMsOf(budget, paidUntilMs, nowMs) > 0) return false;
      paidUntilMs = Math.max(paidUntilMs, nowMs) + budget.refillMs;
      return true;
    };
    const startMs = 1_000_000;
    expect(Array.from({ length: 8 }, () => tryAt(startMs))).toEqual([...Array(5).fill(true), ...Array(3).fill(false)]);
    expect(waitMsOf(budget, paidUntilMs, startMs)).toBe(1000);
    expect(tryAt(startMs + 999)).toBe(false);
    expect(tryAt(startMs + 1000)).toBe(true);
    expect(tryAt(startMs + 1000)).toBe(false);
    expect(Array.from({ length: 9 }, () => tryAt(startMs + 60_000)).filter(Boolean)).toHaveLength(5);
  });
});

describe('R19 the delays of an address', () => {
  it('begin after three wrong codes, double, and end at half a minute', () => {
    expect([1, 3, 4, 5, 6, 7, 8, 9, 10, 1000].map(delayMsAfter)).toEqual([
      0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('are forgotten after a quarter of an hour', () => {
    let nowMs = 0;
    const delays = createDelays(() => new Date(nowMs));
    for (let time = 0; time < 10; time++) delays.failed('a');
    expect(delays.waitMs('a')).toBe(30_000);
    expect(delays.waitMs('b')).toBe(0);
    nowMs += 15 * 60_000;
    delays.failed('a');
    expect(delays.waitMs('a')).toBe(0);
  });

  it('are kept for a bounded number of addresses, those that failed last', () => {
    const delays = createDelays(() => new Date(0), 100);
    for (let address = 0; address < 10_000; address++) {
      for (let time = 0; time < 4; time++) delays.failed(String(address));
    }
    expect(delays.size()).toBe(100);
    expect(delays.waitMs('9999')).toBe(1000);
    expect(delays.waitMs('0')).toBe(0);
  });
});
