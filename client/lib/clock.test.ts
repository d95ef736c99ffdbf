import { describe, expect, test } from 'vitest';
import { createServerClock } from './clock.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-20T21:04:00.000Z');
const at = (ms: number) => new Date(start + ms).toISOString();

/** A computer whose own clock is `aheadMs` ahead, together with the server's time. */
function computer(aheadMs: number) {
  let passed = 0;
  let asleep = 0;
  let set = 0;
  const clock = createServerClock({
    steady: () => 5000 + passed - asleep,
    wall: () => start + passed + aheadMs + set,
  });
  return {
    clock,
    serverNow: () => at(passed),
    steadyNow: () => 5000 + passed - asleep,
    passes: (ms: number) => {
      passed += ms;
    },
    sleeps: (ms: number) => {
      passed += ms;
      asleep += ms;
    },
    isSet: (ms: number) => {
      set += ms;
    },
  };
}

describe('R60 the server’s clock in the browser', () => {
  test.each([13 * hour, -13 * hour, 0])('is the server’s, when the computer is %i ms ahead', (aheadMs) => {
    const { clock, serverNow, steadyNow, passes } = computer(aheadMs);
    clock.onResponse(serverNow(), steadyNow());
    passes(90_000);
    expect(clock.now()).toBe(start + 90_000);
  });

  test('goes on when the computer’s clock is set while the page is open', () => {
    const { clock, serverNow, steadyNow, passes, isSet } = computer(0);
    clock.onResponse(serverNow(), steadyNow());
    passes(1000);
    isSet(-13 * hour);
    passes(1000);
    expect(clock.now()).toBe(start + 2000);
    expect(clock.isDoubtful()).toBe(true);
    clock.onResponse(serverNow(), steadyNow());
    expect(clock.now()).toBe(start + 2000);
    expect(clock.isDoubtful()).toBe(false);
  });

  test('is in doubt after the computer slept, and right again with the next answer', () => {
    const { clock, serverNow, steadyNow, passes, sleeps } = computer(0);
    clock.onResponse(serverNow(), steadyNow());
    passes(60_000);
    expect(clock.isDoubtful()).toBe(false);
    sleeps(8 * hour);
    expect(clock.isDoubtful()).toBe(true);
    clock.onResponse(serverNow(), steadyNow());
    expect(clock.now()).toBe(start + 60_000 + 8 * hour);
    expect(clock.isDoubtful()).toBe(false);
  });

  test('is not put back by news that was on its way for long', () => {
    const { clock, serverNow, steadyNow, passes } = computer(0);
    clock.onResponse(serverNow(), steadyNow());
    const written = serverNow();
    const sentAtMs = steadyNow();
    passes(20_000);
    clock.onEvent(written);
    clock.onResponse(written, sentAtMs);
    expect(clock.now()).toBe(start + 20_000);
  });

  test('is in doubt after an event that says that the server’s clock was set back, and right again with the next answer', () => {
    const { clock, serverNow, steadyNow, passes } = computer(0);
    clock.onResponse(serverNow(), steadyNow());
    passes(60_000);
    clock.onEvent(at(60_000 - 29_000));
    expect(clock.isDoubtful()).toBe(false);
    clock.onEvent(at(60_000 - hour));
    // One late event alone changes nothing.
    expect(clock.now()).toBe(start + 60_000);
    expect(clock.isDoubtful()).toBe(true);
    clock.onResponse(at(60_000 - hour), steadyNow());
    expect(clock.now()).toBe(start + 60_000 - hour);
    expect(clock.isDoubtful()).toBe(false);
  });

  test('is put right by an answer that came at once, and brought forward by any news', () => {
    const { clock, serverNow, steadyNow, passes } = computer(0);
    const sentAtMs = steadyNow();
    const written = serverNow();
    passes(9000);
    // The response took nine seconds to arrive, so until better news comes the page is nine seconds behind.
    clock.onResponse(written, sentAtMs);
    expect(clock.now()).toBe(start);
    clock.onEvent(serverNow());
    expect(clock.now()).toBe(start + 9000);
    // The server's own clock was set back by an hour.
    clock.onResponse(at(9000 - hour), steadyNow());
    expect(clock.now()).toBe(start + 9000 - hour);
  });
});
