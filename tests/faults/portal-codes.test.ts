import { readdirSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mintCode } from '#server/access/code.ts';
import { showCode } from '#server/secret-symbols.ts';
import { eachEngine, engineUnderTest } from '../support/each-engine.ts';
import { createClients, firstCode, memoryMb, portalLimits, tryCode } from './support/portal.ts';
import { limitMs, long } from './support/rounds.ts';
import { launchAt, startAt } from './support/servers.ts';

const attack = { perSecond: 1000, addresses: 10_000, seconds: long ? 60 : 5 } as const;
const attackers = 64;
/** The most guesses that may wait for an answer. A busy machine cannot carry more, so the rest are sent later. */
const mostWaiting = 500;
const isBusy = () => (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
const mostGrowthMb = 60;
/** The number of refusals of each kind before the first that is timed. */
const warmUp = 20;

/** The address of a guess, behind a proxy that the server trusts. There are 10,000 addresses, used in turn. */
const addressOf = (guess: number) => {
  const host = guess % attack.addresses;
  return `10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`;
};

/** A code that begins as the right one and ends in another way: four symbols by chance are the right ones once in a million guesses. */
function wrongEnd(right: string): string {
  for (;;) {
    const guess = right.slice(0, -4) + mintCode().slice(-4);
    if (guess !== right) return guess;
  }
}

test(
  `R34 while ${attack.perSecond} wrong codes a second come from ${attack.addresses} addresses, a rightful dealer is in within 5 s`,
  async () => {
    const place = await engineUnderTest('sqlite').newPlace({ empty: true });
    const server = await startAt(place, { ...portalLimits, TRUST_PROXY: 'loopback' });
    const right = firstCode(place);
    // Half of the guesses equal the right code except for the last four symbols.
    const guessed = (guess: number) => (guess % 2 === 0 ? wrongEnd(right) : showCode(mintCode()));
    const guessers = createClients(attackers);
    onTestFinished(() => guessers.close());
    for (let warm = 0; warm < 200; warm++) await guessers.tryCode(server.url, guessed(warm), addressOf(warm));
    const before = memoryMb(server.pid);

    const statuses = new Map<number, number>();
    const answered: Promise<void>[] = [];
    let waiting = 0;
    const guess = async (number: number) => {
      waiting += 1;
      const { status } = await guessers.tryCode(server.url, guessed(number), addressOf(number));
      waiting -= 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const tookMs: number[] = [];
    const visit = async (number: number) => {
      const beganMs = performance.now();
      const { status } = await tryCode(server.url, right, `127.99.${number}.9`);
      tookMs.push(performance.now() - beganMs);
      expect(status).toBe(200);
    };

    // The guesses are sent at fixed times, whether or not earlier ones were answered.
    const busy = isBusy();
    const beganMs = performance.now();
    let number = 0;
    const visits: Promise<void>[] = [];
    // All guesses are made, however long a busy machine takes.
    while (number < attack.seconds * attack.perSecond) {
      const due = Math.floor(((performance.now() - beganMs) * attack.perSecond) / 1000);
      for (; number < due && waiting < mostWaiting; number++) answered.push(guess(number));
      if (visits.length * 500 < performance.now() - beganMs) visits.push(visit(visits.length % 250));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const cameMs = performance.now() - beganMs;
    await Promise.all(visits);
    await Promise.all(answered);

    const perSecond = (answered.length * 1000) / cameMs;
    const after = memoryMb(server.pid);
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
    process.stdout.write(
      `${perSecond.toFixed(0)} guesses a second: ${counts}; a rightful dealer ${tookMs.length} times, at most ` +
        `${Math.max(...tookMs).toFixed(0)} ms; memory ${before.toFixed(0)} to ${after.toFixed(0)} MB\n`,
    );
    if (busy || isBusy())
      process.stdout.write('The machine is busy otherwise, so the rate of the guesses is not checked.\n');
    else expect(perSecond).toBeGreaterThan(0.95 * attack.perSecond);
    expect(statuses.get(401)).toBeGreaterThan(0);
    expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(tookMs.length).toBeGreaterThan(attack.seconds);
    expect(Math.max(...tookMs)).toBeLessThan(5000);
    expect(after - before).toBeLessThan(mostGrowthMb);
    expect(server.output()).not.toContain(right);
  },
  limitMs(0, 0) + 180_000,
);

/**
 * The share of pairs in which the time from the first list is longer than the time from the second: one half when the lists are
 * alike (the statistic of Mann and Whitney). It compares ranks and not means, so that a few pauses of a busy machine do not count.
 */
function shareLonger(first: readonly number[], second: readonly number[]): number {
  const won = first.flatMap((one) => second.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return won.reduce<number>((sum, each) => sum + each, 0) / won.length;
}

/**
 * The largest distance of the share from one half: four standard deviations. Lists that are alike exceed it once in 16,000 times.
 */
const shareByChance = (samples: number) => 4 * Math.sqrt((2 * samples + 1) / (12 * samples ** 2));

test('R19 the time that a refusal takes says nothing of what is wrong', async () => {
  const place = await engineUnderTest('sqlite').newPlace({ empty: true });
  const server = await startAt(place, portalLimits);
  const right = firstCode(place);
  const kinds = [
    { name: 'like the right one', make: () => wrongEnd(right), tookMs: [] as number[] },
    { name: 'unknown', make: () => mintCode(), tookMs: [] as number[] },
    { name: 'malformed', make: () => 'open sesame', tookMs: [] as number[] },
  ];
  const samples = long ? 400 : 60;
  let guess = 0;
  for (let sample = -warmUp; sample < samples; sample++) {
    // The kinds take turns, so that other work on the machine affects all of them; each kind begins equally often.
    for (const at of kinds.keys()) {
      const kind = kinds[(at + sample + warmUp) % kinds.length];
      if (!kind) throw new Error('There are three kinds');
      const code = kind.make();
      const beganMs = performance.now();
      const { status } = await tryCode(server.url, code, `127.50.${(guess >> 7) & 255}.${1 + (guess++ & 127)}`);
      const tookMs = performance.now() - beganMs;
      expect(status).toBe(401);
      if (sample >= 0) kind.tookMs.push(tookMs);
    }
  }
  const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(samples / 2)]?.toFixed(2);
  const medians = kinds.map(({ name, tookMs }) => `${name} ${median(tookMs)} ms`);
  const pairs = kinds.flatMap((one, at) =>
    kinds.slice(at + 1).map((other) => ({
      pair: `${one.name} takes longer than ${other.name}`,
      share: shareLonger(one.tookMs, other.tookMs),
    })),
  );
  const shares = pairs.map(({ pair, share }) => `${pair} ${(100 * share).toFixed(0)} % of the times`);
  process.stdout.write(`median time of a refusal: ${medians.join(', ')}; ${shares.join(', ')}\n`);
  for (const { pair, share } of pairs) expect(Math.abs(share - 0.5), pair).toBeLessThan(shareByChance(samples));
});

eachEngine(({ newPlace }) => {
  test('R21 of several servers that start at once one makes the first code, in a file for its owner alone', async () => {
    const place = await newPlace({ empty: true });
    const starting = [1, 2, 3].map(() => launchAt(place));
    const servers = await Promise.all(starting.map(({ ready }) => ready));
    const saying = servers.filter((server) => server.output().includes('The access code that dealerships share is in'));
    expect(saying).toHaveLength(1);
    const code = firstCode(place);
    for (const server of servers) {
      expect(server.output()).not.toContain(code);
      expect((await tryCode(server.url, code)).status).toBe(200);
    }
    expect(readdirSync(place.dataDir)).toContain('first-access-code');
    expect(statSync(join(place.dataDir, 'first-access-code')).mode & 0o777).toBe(0o600);
  });
});
