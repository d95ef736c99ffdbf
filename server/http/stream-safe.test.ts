import { describe, expect, it } from 'vitest';
import { inquiryParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { streamSafe } from './stream-safe.ts';

// Refused requests never reach the database, so one engine is enough.
const under = engineUnderTest('sqlite');

/** The shortest of several runs, so that other load on the machine does not count. */
async function leastMs(task: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4; time++) {
    const began = performance.now();
    await task();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

describe('R375 a form of nothing but accents', () => {
  /** The marks in the order that takes longest to sort. */
  const accents = (count: number) => `a${'\u0315\u0300'.repeat(count / 2)}`;
  const halfWidth = (count: number) => `a${'\u0315\uff9e'.repeat(count / 2)}`;

  it.each([
    ['dealership_name', accents, 30_000, 'Dealership name has 3'],
    ['email', accents, 30_000, 'E-mail has 3'],
    ['email', halfWidth, 24_000, 'E-mail has 2'],
  ])('is refused in a time that grows with its length alone, as its %s', async (name, make, count, refusal) => {
    const server = await startApp(under);
    const post = (text: string) => server.send('inquiry', inquiryParams({ [name]: text }));
    const [short, long] = [make(1_500), make(count)];
    expect(await post(long)).toMatchObject({ status: 422, text: expect.stringContaining(refusal) });
    const shortMs = await leastMs(() => post(short));
    // The text is twenty times as long. That may take a few times as long, but would take hundreds of times with quadratic sorting.
    expect((await leastMs(() => post(long))) / shortMs).toBeLessThan(60);
    expect(await leadsOf(server)).toEqual([]);
  });

  it('keeps all of them, and is the same when it is read again', () => {
    const safe = streamSafe({ list: [accents(3_000)] }) as { list: string[] };
    expect(safe.list[0]?.match(/[\u0300\u0315]/gu)).toHaveLength(3_000);
    expect(streamSafe(safe)).toEqual(safe);
  });

  it('leaves what is short, and what is no text, as it is', () => {
    const body = { name: accents(2_000), most: 3, none: null, form: new URLSearchParams('a=b') };
    expect(streamSafe(body)).toEqual(body);
    expect(streamSafe(body.form)).toBe(body.form);
  });
});
