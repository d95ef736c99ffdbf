/** The time of a server: by the database's clock, or by the machine's where there is none. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../tests/support/app.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { createClock } from './clock.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const trueStartMs = Date.parse('2026-11-21T14:00:00.000Z');

/** A machine and a database whose clocks the test moves, and a server's time. */
function machine({ wallAheadMs = 0 } = {}) {
  let trueMs = trueStartMs;
  let steadyMs = 500;
  let wallMs = trueStartMs + wallAheadMs;
  let databaseAheadMs = 0;
  let answers = async () => {};
  let questions = 0;
  const wrong: number[] = [];
  const failed: unknown[] = [];
  const databaseMs = async () => {
    questions += 1;
    await answers();
    return trueMs + databaseAheadMs;
  };
  const clock = createClock({
    databaseMs,
    wallMs: () => wallMs,
    clockMs: () => steadyMs,
    onWrong: (aheadMs) => void wrong.push(aheadMs),
    onError: (error) => void failed.push(error),
  });
  onTestFinished(() => clock.stop());
  const pass = (ms: number, { awake = true } = {}) => {
    trueMs += ms;
    wallMs += ms;
    if (awake) steadyMs += ms;
  };
  return {
    ...clock,
    wrong,
    failed,
    pass,
    sleep: (ms: number) => pass(ms, { awake: false }),
    setWall(byMs: number) {
      wallMs += byMs;
    },
    setDatabase(byMs: number) {
      databaseAheadMs += byMs;
    },
    answerAfter(before: () => Promise<void>) {
      answers = before;
    },
    questions: () => questions,
    /** By how much the server's time is ahead of the true time. */
    offMs: () => clock.now().getTime() - trueMs,
  };
}

describe('R472 the time of a server', () => {
  test('is the machine’s until the database was asked, then the database’s', async () => {
    const { ask, offMs, pass } = machine({ wallAheadMs: 10 * 60 * secondMs });
    expect(offMs()).toBe(10 * 60 * secondMs);
    await ask();
    expect(offMs()).toBe(0);
    pass(hourMs);
    expect(offMs()).toBe(0);
  });

  test.each([hourMs, -hourMs])('does not jump when the machine’s clock is set by %i ms', async (byMs) => {
    const { ask, offMs, setWall, pass } = machine();
    await ask();
    setWall(byMs);
    expect(offMs()).toBe(0);
    pass(5 * secondMs);
    expect(offMs()).toBe(0);
    await ask();
    expect(offMs()).toBe(0);
  });

  test('is asked for at once, and only once, when the machine slept', async () => {
    const { ask, start, offMs, sleep, questions } = machine();
    await ask();
    start();
    sleep(hourMs);
    offMs();
    offMs();
    await expect.poll(offMs).toBe(0);
    expect(questions()).toBe(2);
  });

  test('goes on while the database does not answer, and asks about a jump no more than once', async () => {
    const { ask, start, offMs, pass, setWall, answerAfter, failed, questions } = machine();
    await ask();
    start();
    answerAfter(() => Promise.reject(new Error('away')));
    setWall(hourMs);
    expect(offMs()).toBe(0);
    await expect.poll(() => failed.length).toBe(1);
    pass(secondMs);
    expect(offMs()).toBe(0);
    expect(questions()).toBe(2);
  });

  test('follows the database’s clock when that one is set', async () => {
    const { ask, offMs, setDatabase } = machine();
    await ask();
    setDatabase(hourMs);
    await ask();
    expect(offMs()).toBe(hourMs);
    setDatabase(-hourMs);
    await ask();
    expect(offMs()).toBe(0);
  });

  test('stays as it is where it agrees with the answer, however long that took', async () => {
    const { ask, now, pass, answerAfter, offMs } = machine();
    await ask();
    for (const [beforeMs, afterMs] of [
      [0, 80],
      [80, 0],
      [4000, 4000],
    ] as const) {
      // The database makes its answer in the middle of the query, and it arrives later.
      answerAfter(async () => pass(beforeMs));
      const asking = ask();
      const before = now().getTime();
      await Promise.resolve();
      pass(afterMs);
      await asking;
      expect(now().getTime()).toBeGreaterThanOrEqual(before);
      expect(offMs()).toBe(0);
    }
  });

  test('is asked for again when the machine slept before the answer was read', async () => {
    const { ask, offMs, sleep, answerAfter, questions } = machine();
    answerAfter(async () => {
      if (questions() === 1) sleep(hourMs);
    });
    await ask();
    expect(questions()).toBe(2);
    expect(offMs()).toBe(0);
  });

  test('says once that the machine’s clock is wrong, and again after it was right', async () => {
    const { ask, setWall, wrong } = machine({ wallAheadMs: -hourMs });
    await ask();
    await ask();
    expect(wrong).toEqual([-hourMs]);
    setWall(hourMs);
    await ask();
    setWall(hourMs);
    await ask();
    expect(wrong).toEqual([-hourMs, hourMs]);
  });
});

eachEngine((under) => {
  test('R472 servers on PostgreSQL have the time of its clock, and with SQLite that of their machine', async () => {
    const { context } = await startApp(under, {}, { wallMs: () => Date.now() + hourMs });
    await context.clock.ask();
    const aheadMs = context.now().getTime() - Date.now();
    expect(Math.round(aheadMs / hourMs)).toBe(under.engine === 'sqlite' ? 1 : 0);
  });
});
