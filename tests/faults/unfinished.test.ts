/** Visitors who begin a request and never end it. Each is answered and disconnected within the time that a request has. */
import { expect, test } from 'vitest';
import { sendPath } from '#contract/send.ts';
import { engineUnderTest } from '../support/each-engine.ts';
import { openRaw } from '../support/raw-http.ts';
import { startAt } from './support/servers.ts';

/** A request may take 30 s. Every 5 s the server looks for those that took longer. */
const letGoWithinMs = 40_000;

const head = (...lines: string[]) => [`POST ${sendPath} HTTP/1.1`, 'host: localhost', ...lines].join('\r\n');
const unfinished = {
  'in its body': `${head('content-type: application/json', 'content-length: 5000')}\r\n\r\n{"a`,
  'in its headers': head('content-ty'),
  'before it says anything': '',
};

// None of these requests reaches the database, so one engine is enough.
const { newPlace } = engineUnderTest('sqlite');

test('R329 whoever never ends a request is answered and let go, wherever it stops', { timeout: 120_000 }, async () => {
  const { url } = await startAt(await newPlace());
  const began = performance.now();
  const answered = Object.entries(unfinished).map(async ([where, bytes]) => {
    const connection = await openRaw(Number(new URL(url).port));
    await connection.write(bytes);
    expect(await connection.all(), where).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began, where).toBeLessThan(letGoWithinMs);
  });
  await Promise.all(answered);
});
