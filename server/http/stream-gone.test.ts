/** A page that goes away while it follows an event stream causes no error: every stream ends that way. */
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deskStreamPath } from '#contract/desk/live.ts';
import { pathOf } from '#contract/endpoint.ts';
import { followRequest } from '#contract/portal-endpoints.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const warning = 40;

eachEngine((under) => {
  test('R586 a stream that its page closes, at whatever moment, is logged neither as an error nor as a warning', async () => {
    const server = await startDesk(under);
    const { app, signInAs, sessionFor, shared, ask, log } = server;
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const { cookie } = await signInAs('agent');
    const session = await sessionFor(shared.code);
    const id = await ask(session);
    const follow = [
      { path: deskStreamPath, headers: { cookie } },
      { path: pathOf(followRequest, { id }), headers: { authorization: `Bearer ${session}` } },
    ];
    const statuses = new Set<number | undefined>();
    /** Asks for a stream, and goes away after so many milliseconds. */
    const goAfter = async (ms: number, { path, headers }: (typeof follow)[number]) => {
      const asked = get({ host: '127.0.0.1', port, path, headers, agent: false });
      asked.on('response', (answer) => {
        statuses.add(answer.statusCode);
        answer.resume().on('error', () => undefined);
      });
      asked.on('error', () => undefined);
      await pause(ms);
      asked.destroy();
    };
    for (const ms of [1, 2, 3, 5, 8, 13, 21, 50, 120, 500])
      await Promise.all(follow.map((stream) => goAfter(ms, stream)));
    await pause(200);
    const bad = log()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } })
      .filter(({ level }) => level >= warning);
    expect(bad.map(({ msg, err }) => `${msg} ${err?.message ?? ''}`)).toEqual([]);
    expect([...statuses]).toEqual([200]);
  });
});
