import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mintCode, readCode, selectorLength, showCode } from '#server/portal/code.ts';
import { eachEngine, engineUnderTest } from '../support/each-engine.ts';
import { firstCode, memoryMb, portalLimits, tryCode } from './support/portal.ts';
import { limitMs, long } from './support/rounds.ts';
import { launchAt, startAt } from './support/servers.ts';

const guesses = long ? 10_000 : 600;
const atOnce = 32;
const mostGrowthMb = 60;

/** A loopback address for each guess: some have many guesses, most have few. */
const addressOf = (guess: number) => {
  const host = guess % 3 === 0 ? guess % 7 : guess;
  return `127.${1 + ((host >> 16) & 63)}.${(host >> 8) & 255}.${1 + (host & 127)}`;
};

test(
  `R19 of ${guesses} guesses from many addresses none gets in, while a rightful dealer does within 5 s`,
  async () => {
    const place = await engineUnderTest('sqlite').newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const right = firstCode(place);
    const { selector } = readCode(right);
    // Half of them know the public part of the code, which is the worst that can be.
    const guessed = (guess: number) => {
      const { code } = mintCode();
      return showCode(guess % 2 === 0 ? selector + code.slice(selectorLength) : code);
    };
    for (let warm = 0; warm < 200; warm++) await tryCode(server.url, guessed(warm), addressOf(warm));
    const before = memoryMb(server.pid);

    const statuses = new Map<number, number>();
    const tookMs: number[] = [];
    let next = 0;
    const guesser = async () => {
      for (let guess = next++; guess < guesses; guess = next++) {
        const { status } = await tryCode(server.url, guessed(guess), addressOf(guess));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    let done = false;
    const attack = Promise.all(Array.from({ length: atOnce }, guesser)).finally(() => {
      done = true;
    });
    for (let visit = 0; !done; visit++) {
      const beganMs = performance.now();
      const { status } = await tryCode(server.url, right, `127.99.${visit % 250}.9`);
      expect(status).toBe(200);
      tookMs.push(performance.now() - beganMs);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await attack;

    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([401]));
    expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(tookMs.length).toBeGreaterThan(2);
    expect(Math.max(...tookMs)).toBeLessThan(5000);
    const after = memoryMb(server.pid);
    expect(after - before).toBeLessThan(mostGrowthMb);
    const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
    process.stdout.write(
      `${guesses} guesses: ${counts}; a rightful dealer ${tookMs.length} times, at most ${Math.max(...tookMs).toFixed(0)} ms; ` +
        `memory ${before.toFixed(0)} to ${after.toFixed(0)} MB\n`,
    );
    expect(server.output()).not.toContain(right);
  },
  limitMs(0, 0) + 180_000,
);

test('R19 the time that a refusal takes says nothing of what is wrong (printed)', async () => {
  const place = await engineUnderTest('sqlite').newPlace({ empty: true });
  const server = await startAt(place, portalLimits);
  const { selector } = readCode(firstCode(place));
  const kinds = {
    wrong: () => selector + mintCode().code.slice(selectorLength),
    unknown: () => mintCode().code,
    malformed: () => 'open sesame',
  };
  const samples = long ? 400 : 60;
  const tookMs = Object.keys(kinds).map((): number[] => []);
  let guess = 0;
  // In turn, so that what the machine does meanwhile meets all of them.
  for (let sample = 0; sample < samples; sample++) {
    for (const [at, make] of Object.values(kinds).entries()) {
      const beganMs = performance.now();
      const { status } = await tryCode(server.url, make(), `127.50.${(guess >> 7) & 255}.${1 + (guess++ & 127)}`);
      expect(status).toBe(401);
      tookMs[at]?.push(performance.now() - beganMs);
    }
  }
  const median = (of: number[] = []) => of.toSorted((a, b) => a - b)[Math.floor(samples / 2)]?.toFixed(2);
  const medians = Object.keys(kinds).map((kind, at) => `${kind} ${median(tookMs[at])} ms`);
  process.stdout.write(`median time of a refusal: ${medians.join(', ')}\n`);
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
