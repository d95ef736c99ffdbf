import { describe, expect, it } from 'vitest';
import { accessCodeLength } from '#contract/access-code.ts';
import { alphabet } from '#contract/reference.ts';
import { createTries, delayMsAfter, mostTriesPerSecond, type TriesOptions, unusualTries } from '#server/http/tries.ts';

const yearSeconds = 365.25 * 24 * 60 * 60;
const wrong = async () => undefined;
const right = async () => 'in';

function triesAt(change: Partial<TriesOptions> = {}) {
  const clock = { ms: 5000 };
  return { clock, tries: createTries({ clockMs: () => clock.ms, ...change }) };
}

/** An evaluation that ends when the test says so. */
function held<T>(outcome: T | undefined) {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  return { evaluate: () => promise, end: () => resolve(outcome) };
}

const kindsOf = async (outcomes: Promise<{ kind: string }>[]) => (await Promise.all(outcomes)).map(({ kind }) => kind);

describe('R34 the odds of guessing a code, from the constants', () => {
  const replicas = 3;
  const secretBits = accessCodeLength * Math.log2(alphabet.length);
  const guesses = replicas * mostTriesPerSecond * yearSeconds;

  it('are at most 1e-6 in a year for one code, from however many addresses', () => {
    expect(guesses / 2 ** secretBits).toBeLessThanOrEqual(1e-6);
  });

  it('are at most 5e-3 in a year for any of 5,000 codes', () => {
    expect((5000 * guesses) / 2 ** secretBits).toBeLessThanOrEqual(5e-3);
  });
});

describe('R34 tries with access codes', () => {
  it('wait after the fourth wrong one; the delays double and end at half a minute', () => {
    expect([1, 3, 4, 5, 6, 7, 8, 9, 10, 1000].map(delayMsAfter)).toEqual([
      0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('of 300 wrong ones from one address, all under way at once, four are evaluated', async () => {
    const { tries } = triesAt();
    let evaluated = 0;
    const slow = async () => {
      evaluated += 1;
      await new Promise(setImmediate);
      return undefined;
    };
    const kinds = await kindsOf(Array.from({ length: 300 }, () => tries.attempt('a', slow)));
    expect(evaluated).toBe(4);
    expect(kinds).toEqual([...Array(4).fill('wrong'), ...Array(296).fill('wait')]);
  });

  it('of forty right ones from one address at once all are right', async () => {
    const { tries } = triesAt();
    const kinds = await kindsOf(Array.from({ length: 40 }, () => tries.attempt('a', right)));
    expect(new Set(kinds)).toEqual(new Set(['right']));
  });

  it('of one address do not wait for those of another', async () => {
    const { tries } = triesAt();
    const slow = held(undefined);
    const first = tries.attempt('a', slow.evaluate);
    expect(await tries.attempt('b', right)).toEqual({ kind: 'right', found: 'in' });
    slow.end();
    expect(await first).toEqual({ kind: 'wrong' });
  });

  it('that could not be evaluated count as none and hold nothing up', async () => {
    const { tries } = triesAt();
    const fails = Array.from({ length: 10 }, () => tries.attempt('a', () => Promise.reject(new Error('away'))));
    for (const failed of fails) await expect(failed).rejects.toThrow('away');
    expect(await tries.attempt('a', right)).toMatchObject({ kind: 'right' });
  });

  it('of one address begin anew after a quarter of an hour, and a right code does not shorten the wait', async () => {
    const { clock, tries } = triesAt();
    for (let time = 0; time < 3; time++) await tries.attempt('a', wrong);
    await tries.attempt('a', right);
    await tries.attempt('a', wrong);
    expect(await tries.attempt('a', right)).toEqual({ kind: 'wait', retryAfterMs: 1000 });
    clock.ms += 1000;
    expect(await tries.attempt('a', wrong)).toMatchObject({ kind: 'wrong' });
    expect(await tries.attempt('a', right)).toEqual({ kind: 'wait', retryAfterMs: 2000 });
    clock.ms += 15 * 60_000;
    expect(await kindsOf([1, 2, 3].map(() => tries.attempt('a', wrong)))).toEqual(['wrong', 'wrong', 'wrong']);
    expect(await tries.attempt('a', right)).toMatchObject({ kind: 'right' });
  });

  it('that are right wait for nobody where what is guessed is long enough, and wrong ones wait as they did', async () => {
    const { clock, tries } = triesAt({ onlyWrongOnesWait: true });
    for (let time = 0; time < 4; time++) await tries.attempt('a', wrong);
    clock.ms += 400;
    expect(await tries.attempt('a', wrong)).toEqual({ kind: 'wait', retryAfterMs: 600 });
    expect(await tries.attempt('a', right)).toEqual({ kind: 'right', found: 'in' });
    expect(await tries.attempt('a', wrong)).toEqual({ kind: 'wait', retryAfterMs: 600 });
    clock.ms += 600;
    expect(await tries.attempt('a', wrong)).toEqual({ kind: 'wrong' });
  });

  it('that wait are evaluated within the pace of the process', async () => {
    const { clock, tries } = triesAt({ onlyWrongOnesWait: true, mostPerSecond: 6 });
    for (let time = 0; time < 6; time++) await tries.attempt('a', wrong);
    expect(await tries.attempt('b', right)).toEqual({ kind: 'wait', retryAfterMs: 1000 });
    clock.ms += 1000;
    expect(await tries.attempt('b', right)).toMatchObject({ kind: 'right' });
  });

  it('remember a bounded number of addresses, those that failed last', async () => {
    const { tries } = triesAt({ mostAddresses: 100 });
    for (let address = 0; address < 1000; address++) {
      for (let time = 0; time < 4; time++) await tries.attempt(String(address), wrong);
    }
    expect(tries.size()).toBe(100);
    expect(await tries.attempt('999', right)).toMatchObject({ kind: 'wait' });
    expect(await tries.attempt('0', right)).toMatchObject({ kind: 'right' });
  });

  it('are at most 10,000 evaluated ones in any second of one process, whoever makes them', async () => {
    expect(mostTriesPerSecond).toBe(10_000);
    const { clock, tries } = triesAt();
    const evaluatedMs: number[] = [];
    let address = 0;
    // 30,000 tries over one and a half seconds, each from an address of its own.
    for (let step = 0; step < 1500; step++) {
      clock.ms += 1;
      for (let at = 0; at < 20; at++) {
        await tries.attempt(String(address++), async () => void evaluatedMs.push(clock.ms));
      }
    }
    for (const fromMs of evaluatedMs.filter((_, at) => at % 250 === 0)) {
      const within = evaluatedMs.filter((ms) => ms >= fromMs && ms < fromMs + 1000);
      expect(within.length).toBeLessThanOrEqual(mostTriesPerSecond);
    }
    expect(evaluatedMs.length).toBe(20_000);
  });

  it('say when to come again to one that the process has no room for', async () => {
    const { clock, tries } = triesAt({ mostPerSecond: 2 });
    await tries.attempt('a', right);
    clock.ms += 400;
    await tries.attempt('b', right);
    expect(await tries.attempt('c', right)).toEqual({ kind: 'wait', retryAfterMs: 600 });
    clock.ms += 600;
    expect(await tries.attempt('c', right)).toMatchObject({ kind: 'right' });
  });

  it('are told to the operator when unusually many are wrong, once an hour', async () => {
    const told: number[] = [];
    const { clock, tries } = triesAt({ onUnusual: (count) => told.push(count) });
    const fail = async (times: number) => {
      for (let time = 0; time < times; time++) await tries.attempt(`${clock.ms} ${time}`, wrong);
    };
    await fail(unusualTries.times - 1);
    clock.ms += unusualTries.withinMs;
    await fail(unusualTries.times - 1);
    for (let time = 0; time < 100; time++) await tries.attempt('a', right);
    expect(told).toEqual([]);
    await fail(1);
    expect(told).toEqual([unusualTries.times]);
    await fail(5000);
    expect(told).toHaveLength(1);
    clock.ms += unusualTries.againAfterMs;
    await fail(unusualTries.times);
    expect(told).toHaveLength(2);
  });

  it('are told to the operator too when one address alone makes them, and nearly all are refused unevaluated', async () => {
    const told: number[] = [];
    const { tries } = triesAt({ onUnusual: (count) => told.push(count) });
    for (let time = 0; time < unusualTries.times; time++) await tries.attempt('a', wrong);
    expect(told).toEqual([unusualTries.times]);
  });
});
