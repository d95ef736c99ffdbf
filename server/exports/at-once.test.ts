/** Tests many exports by one person at the same instant: two run, and each that ends makes room for another. */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(6);
const presses = 5;

eachEngine((under) => {
  async function running() {
    const server = await startDesk(under);
    const { exports } = server.context;
    const manager = await server.signInAs('manager');
    const begin = async (): Promise<string> => {
      const begun = await exports.begin(manager, 'requests', {});
      return 'token' in begun ? begun.token : begun.refused;
    };
    return { ...server, exports, manager, begin };
  }

  const read = async (file: Readable) => {
    let text = '';
    for await (const piece of file) text += String(piece);
    return text;
  };

  test('R359 of many exports that one person takes at the same instant two run, and the others can be taken later', async () => {
    const { context, exports, manager, begin } = await running();
    const atOnce = createAtOnce(context.storage);
    for (let round = 0; round < rounds; round++) {
      const waiting = new Set<string>();
      for (let press = 0; press < presses; press++) waiting.add(await begin());
      while (waiting.size > 0) {
        const taken = await atOnce(
          [...waiting].map((token) => async () => ({ token, ...(await exports.take(manager, token)) })),
        );
        const files = taken.flatMap(({ token, file }) => (file ? [{ token, file }] : []));
        expect(files, `round ${round}`).toHaveLength(Math.min(2, waiting.size));
        expect(new Set(taken.map(({ refused }) => refused))).toEqual(
          new Set(waiting.size > 2 ? [undefined, 'running'] : [undefined]),
        );
        for (const { token } of files) waiting.delete(token);
        // One file is read; the other one is dropped before it is read.
        const [first, second] = files;
        second?.file.destroy();
        if (first) expect(await read(first.file)).toContain('reference');
        await expect.poll(begin).not.toBe('running');
      }
    }
  });

  test('R359 an export that was not there, or whose browser went away at any moment, takes no room', async () => {
    const { app, exports, manager, begin } = await running();
    for (let press = 0; press < presses; press++)
      expect(await exports.take(manager, 'none')).toEqual({ refused: 'gone' });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    for (let round = 0; round < 4 * rounds; round++) {
      const stopping = new AbortController();
      const headers = { cookie: manager.cookie, 'sec-fetch-site': 'same-origin' };
      const { signal } = stopping;
      const answer = fetch(`${url}/api/desk/exports/${await begin()}`, { headers, signal }).catch(() => undefined);
      await sleep(round / 2);
      stopping.abort();
      await answer;
      await expect.poll(begin).not.toBe('running');
    }
    await expect
      .poll(async () => (await exports.take(manager, await begin())).file?.destroy() !== undefined)
      .toBe(true);
  });
});
