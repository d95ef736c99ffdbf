import { describe, expect, it } from 'vitest';
import { createMemoryWindows } from './windows.ts';

const dayMs = 24 * 60 * 60_000;

function windowsOf(spanMs: number) {
  const clock = { ms: 7000 };
  return { clock, windows: createMemoryWindows(spanMs, () => clock.ms) };
}

describe('R52 counts in memory', () => {
  it('begin with the first time, say how long their span still lasts, and begin anew', () => {
    const { clock, windows } = windowsOf(60_000);
    expect(windows.add('a')).toEqual({ count: 1, leftMs: 60_000 });
    clock.ms += 59_999;
    expect(windows.add('a')).toEqual({ count: 2, leftMs: 1 });
    expect(windows.add('b')).toEqual({ count: 1, leftMs: 60_000 });
    clock.ms += 1;
    expect(windows.add('a')).toEqual({ count: 1, leftMs: 60_000 });
  });

  it('of thirty years last for thirty years', () => {
    const years = 30 * 365 * dayMs;
    const { clock, windows } = windowsOf(years);
    windows.add('a');
    clock.ms += years - 1;
    expect(windows.add('a')).toEqual({ count: 2, leftMs: 1 });
    clock.ms += 1;
    expect(windows.add('a').count).toBe(1);
  });

  it('remember nothing whose span is over', () => {
    const { clock, windows } = windowsOf(60_000);
    for (let key = 0; key < 10_000; key++) {
      clock.ms += 60;
      windows.add(String(key));
    }
    expect(windows.size()).toBe(1000);
    clock.ms += 60_000;
    windows.add('one');
    expect(windows.size()).toBe(1);
  });

  it('R920 are deleted after their span, although nothing is counted any more', () => {
    const { clock, windows } = windowsOf(60_000);
    windows.add('a');
    clock.ms += 30_000;
    windows.add('b');
    clock.ms += 30_000;
    windows.deleteEnded();
    expect(windows.size()).toBe(1);
    clock.ms += 30_000;
    windows.deleteEnded();
    expect(windows.size()).toBe(0);
  });
});
