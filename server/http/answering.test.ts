import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { deskStreamPath } from '#contract/desk/live.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createAnswering } from './answering.ts';

function watched() {
  let atMs = 0;
  const waiting: (() => void)[] = [];
  const answering = createAnswering({
    clockMs: () => atMs,
    nextTurn: (work) => work(),
    later(work, ms) {
      expect(ms).toBe(2);
      return waiting.push(work);
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  /** Lets so much time pass, in looks of 2 ms. */
  const pass = async (ms: number) => {
    for (const end = atMs + ms; atMs < end; ) {
      atMs += 2;
      for (const work of waiting.splice(0)) work();
      await settle();
    }
  };
  /** Begins to give way. `begun` tells whether a slice of long work would begin by now. */
  const slice = async () => {
    const state = { begun: false };
    void answering.giveWay().then(() => {
      state.begun = true;
    });
    await settle();
    return state;
  };
  return { answering, pass, slice };
}

describe('R208 long work that gives way', () => {
  it('goes on at once while nobody is answered', async () => {
    const { slice } = watched();
    expect(await slice()).toEqual({ begun: true });
    expect(await slice()).toEqual({ begun: true });
  });

  it('waits until everybody has an answer, and a moment longer', async () => {
    const { answering, pass, slice } = watched();
    const [one, other] = [{}, {}];
    answering.begin(one);
    answering.begin(other);
    const work = await slice();
    await pass(10);
    answering.end(one);
    await pass(10);
    expect(work.begun).toBe(false);
    answering.end(other);
    answering.end(other);
    await pass(2);
    expect(work.begun).toBe(false);
    await pass(2);
    expect(work.begun).toBe(true);
  });

  it('is held back for 40 ms a slice and no longer while people ask without end', async () => {
    const { answering, pass, slice } = watched();
    answering.begin({});
    for (let n = 0; n < 3; n++) {
      const work = await slice();
      await pass(38);
      expect(work.begun).toBe(false);
      await pass(2);
      expect(work.begun).toBe(true);
    }
  });
});

eachEngine((under) => {
  describe('R208 the server', () => {
    it('counts a request until its answer begins, whatever the answer is: for a stream that stays open nothing waits', async () => {
      const { app, desk, signInAs, context } = await startDesk(under);
      const { cookie } = await signInAs('manager');
      let asked = 0;
      let most = 0;
      const { begin, end } = context.answering;
      const seen = new Set<object>();
      context.answering.begin = (request) => {
        asked += 1;
        seen.add(request);
        most = Math.max(most, seen.size);
        begin(request);
      };
      context.answering.end = (request) => {
        seen.delete(request);
        end(request);
      };
      for (const path of ['/api/desk/board', '/api/desk/leads/none', '/nowhere', '/api/desk/figures?period=custom'])
        await desk('GET', path, { cookie });
      const begun = await desk('POST', '/api/desk/exports', { cookie, body: { kind: 'leads', filter: {} } });
      expect((await desk('GET', (begun.json() as { address: string }).address, { cookie })).status).toBe(200);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const leaving = new AbortController();
      const { port } = app.server.address() as AddressInfo;
      const stream = await fetch(`http://127.0.0.1:${port}${deskStreamPath}`, {
        headers: { cookie },
        signal: leaving.signal,
      });
      expect(stream.status).toBe(200);
      expect([asked, most, seen.size]).toEqual([7, 1, 0]);
      leaving.abort();
    });
  });
});
