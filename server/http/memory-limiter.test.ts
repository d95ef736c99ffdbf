import { describe, expect, it } from 'vitest';
import { createMemoryLimiter } from './memory-limiter.ts';

const dayMs = 24 * 60 * 60_000;

function limiterOf(times: number, perSeconds: number) {
  const clock = { ms: 7000 };
  return { clock, limiter: createMemoryLimiter({ times, perSeconds }, () => clock.ms) };
}

describe('R52 a limit in memory', () => {
  it('lets so many through in its span, says how long until the next, and begins anew', () => {
    const { clock, limiter } = limiterOf(2, 60);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 0, 60_000, 0]);
    clock.ms += 59_999;
    expect(limiter.take('a')).toBe(1);
    clock.ms += 1;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 0]);
    expect(limiter.take('a')).toBeGreaterThan(0);
  });

  it('of thirty years holds for thirty years', () => {
    const years = 30 * 365 * dayMs;
    const { clock, limiter } = limiterOf(1, years / 1000);
    limiter.take('a');
    clock.ms += years - 1;
    expect(limiter.take('a')).toBe(1);
    clock.ms += 1;
    expect(limiter.take('a')).toBe(0);
  });

  it('remembers nothing whose span is over', () => {
    const { clock, limiter } = limiterOf(1, 60);
    for (let key = 0; key < 10_000; key++) {
      clock.ms += 60;
      limiter.take(String(key));
    }
    expect(limiter.size()).toBe(1000);
    clock.ms += 60_000;
    limiter.take('one');
    expect(limiter.size()).toBe(1);
  });
});
