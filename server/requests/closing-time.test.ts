/** The time in which a request was closing: nobody could act in it, so it counts against nobody once that is taken back. */
import { expect, it, vi } from 'vitest';
import { boardPath, deskRequestsPath } from '#contract/desk/board.ts';
import type { Board, BoardRow } from '#contract/desk/board-schemas.ts';
import type { Rings } from '#contract/desk/live-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { shouldCall } from '#contract/request-state.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { dealer } from '../../tests/support/portal.ts';
import { cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { eventsOf } from './store.ts';

vi.setConfig({ testTimeout: 60_000 });

const secondMs = 1000;

eachEngine((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { context, desk } = server;
    const [ana, ben] = [
      await server.signInAs('agent', { name: 'Ana Ruiz' }),
      await server.signInAs('agent', { name: 'Ben Cole' }),
    ];
    const token = await server.sessionFor(server.shared.code);
    const id = await server.ask(token);
    const look = async () => {
      await context.agentRequests.sweep();
      await context.ringing.look();
    };
    return {
      ...server,
      clock,
      ana,
      ben,
      token,
      id,
      links: await server.linksOf(id),
      /** Lets so many seconds pass, and the servers look. */
      async later(seconds: number) {
        clock.advance(seconds * secondMs);
        await look();
      },
      look,
      press: (path: (id: string) => string) => server.call('POST', path(id), token),
      saysCall: async () => shouldCall(await server.view(token, id), clock.now().getTime()),
      alerts: async () =>
        (await context.storage.db.selectFrom('alerts').select('kind').execute()).map(({ kind }) => kind),
      kinds: async () => (await eventsOf(context.storage.db, id)).map(({ kind }) => kind),
      record: async () =>
        (await desk('GET', `${deskRequestsPath}/${id}`, { cookie: ana.cookie })).json<RequestRecord>(),
      async row(): Promise<BoardRow | undefined> {
        const { waiting, running } = (await desk('GET', boardPath, { cookie: ana.cookie })).json<Board>();
        return [...waiting, ...running].find((row) => row.id === id);
      },
      step: (name: string, body: object = {}) =>
        desk('POST', `${deskRequestsPath}/${id}/${name}`, { cookie: ana.cookie, body }),
    };
  }

  it.each([
    ['the dealership cancels', 'cancel'],
    ['its agent presses Done by mistake', 'done'],
  ])('R550 an accepted request that %s at 4:10, taken back at 5:05, is late at 5:55 and no sooner', async (_, how) => {
    const { agent, links, later, press, saysCall, alerts, kinds, view, token, id, record, row } = await start();
    const { 'Marlow Finch': marlow = '', 'Tamsin Okoro': tamsin = '' } = links;
    await agent(marlow, 'accept');
    const acceptedAt = '2026-11-21T21:06:00.000Z';
    await later(250);
    const close = () => (how === 'cancel' ? press(cancelPath) : agent(marlow, 'done'));
    expect((await close()).status).toBe(200);
    await later(55);
    expect((await agent(marlow, 'connected')).status).toBe(409);
    const takeBack = () => (how === 'cancel' ? press(takeBackPath) : agent(marlow, 'undo-done'));
    expect((await takeBack()).status).toBe(200);
    await later(0);
    expect(await saysCall()).toBe(false);
    expect(await kinds()).not.toContain('late');
    expect(await alerts()).not.toContain('not-connected');
    expect((await agent(tamsin, 'take-over')).status).toBe(409);
    expect((await record()).can.takeOver).toBe(false);
    expect(await view(token, id)).toMatchObject({ acceptedAt, lateAt: '2026-11-21T21:11:55.000Z' });
    expect(await row()).toMatchObject({ acceptedAt, countsSince: '2026-11-21T21:06:55.000Z' });
    await later(49);
    expect(await kinds()).not.toContain('late');
    await later(1);
    expect(await kinds()).toContain('late');
    expect(await alerts()).toContain('not-connected');
    expect(await saysCall()).toBe(true);
    expect((await record()).can.takeOver).toBe(true);
    expect((await agent(tamsin, 'take-over')).status).toBe(200);
  });

  it('R550 a hand-off that the dealership cancels after five seconds and takes back after 61 waits for its person as long as any', async () => {
    const { ben, step, later, press, saysCall, alerts, kinds, row } = await start();
    await step('accept');
    expect((await step('hand-off', { to: ben.personId, ...nothingTold })).status).toBe(200);
    await later(5);
    await press(cancelPath);
    await later(56);
    expect((await press(takeBackPath)).status).toBe(200);
    await later(0);
    expect(await saysCall()).toBe(false);
    expect(await alerts()).not.toContain('not-accepted');
    expect(await kinds()).not.toContain('asked-everybody');
    expect(await row()).toMatchObject({
      askedAt: '2026-11-21T21:06:00.000Z',
      countsSince: '2026-11-21T21:06:56.000Z',
      waitsFor: 'Ben Cole',
    });
    await later(39);
    expect(await saysCall()).toBe(false);
    await later(1);
    expect(await saysCall()).toBe(true);
    expect(await alerts()).toContain('not-accepted');
    expect(await kinds()).not.toContain('asked-everybody');
    await later(15);
    expect(await kinds()).toContain('asked-everybody');
  });

  it('R550 a request that waits and is closing for a while rings its next stage that much later', async () => {
    const { desk, ana, look, later, press } = await start();
    await desk('POST', '/api/desk/presence', { cookie: ana.cookie, body: { presence: 'available' } });
    await look();
    const stages = async () =>
      (await desk('GET', '/api/desk/rings', { cookie: ana.cookie })).json<Rings>().rings.map(({ stage }) => stage);
    expect(await stages()).toEqual([1]);
    await later(10);
    await press(cancelPath);
    await later(55);
    await press(takeBackPath);
    await later(0);
    expect(await stages()).toEqual([1]);
    await later(49);
    expect(await stages()).toEqual([1]);
    await later(1);
    expect(await stages()).toEqual([2]);
  });

  it('R555 a request cancelled at 14:50 is shown, with its way back, by the store’s own code at 15:10', async () => {
    const { call, ownCode, sessionFor, ask, clock, current, look, view } = await start();
    const code = await ownCode(dealer.name);
    const id = await ask(await sessionFor(code), { additionalInfo: 'By the store’s own code' });
    clock.advance(890 * secondMs);
    await look();
    await call('POST', cancelPath(id), await sessionFor(code));
    clock.advance(20 * secondMs);
    await look();
    const token = await sessionFor(code);
    expect((await current(token))?.request).toMatchObject({ id, closing: { as: 'cancelled' } });
    expect((await call('POST', takeBackPath(id), token)).status).toBe(200);
    expect((await view(token, id)).closing).toBeNull();
    expect((await current(token))?.request.id).toBe(id);
  });

  it('R550 the minutes of several closings add up, and none of them counts', async () => {
    const { agent, links, later, press, kinds } = await start();
    await agent(links['Marlow Finch'] ?? '', 'accept');
    for (let time = 0; time < 3; time++) {
      await later(99);
      await press(cancelPath);
      await later(50);
      expect((await press(takeBackPath)).status).toBe(200);
    }
    await later(2);
    expect(await kinds()).not.toContain('late');
    await later(1);
    expect(await kinds()).toContain('late');
  });
});
