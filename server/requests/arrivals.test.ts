/** People who come on shift while a request waits are asked for it too, once in each round. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deskRequestsPath } from '#contract/desk/board.ts';
import { createContext } from '#server/context.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const secondMs = 1000;
const [marlow, tamsin, rowan] = ['Marlow Finch', 'Tamsin Okoro', 'Rowan Ames'];

eachEngineRounds((under) => {
  async function start(env: Record<string, string> = {}) {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const sms = await startFakeSms();
    const server = await startDesk(
      under,
      { ...wideLimits, SMS_PER_HOUR: '1000', ...sms.env, ...env },
      { now: clock.now },
    );
    const { context } = server;
    const { db } = context.storage;
    for (const name of [marlow, tamsin, rowan]) await context.shift.set(name, false);
    const token = await server.sessionFor(server.shared.code);
    async function later(seconds = 1) {
      clock.advance(seconds * secondMs);
      await context.agentRequests.sweep();
    }
    return {
      ...server,
      clock,
      token,
      later,
      on: (name: string) => context.shift.set(name, true),
      off: (name: string) => context.shift.set(name, false),
      /** Who was asked by a message since the test began, in order. */
      async messages(id: string): Promise<string[]> {
        const rows = await db
          .selectFrom('messages')
          .innerJoin('agent_links', 'agent_links.id', 'messages.detail_id')
          .select(['agent_links.name', 'messages.channel', 'messages.kind'])
          .where('subject_id', '=', id)
          .where('person_id', 'is not', null)
          .orderBy('messages.created_at')
          .execute();
        return rows.map(({ name, channel, kind }) => `${name} ${channel} ${kind}`).toSorted();
      },
      events: async (id: string) => (await server.historyOf(id)).filter((event) => event.startsWith('asked-too')),
      /** What the card says while it waits goes by these. */
      async card(id: string) {
        const { smsStatus, nobodyLeftAt } = await server.view(token, id);
        return { smsStatus, isNobodyLeft: nobodyLeftAt !== null };
      },
    };
  }

  describe('R551 somebody put on shift while a request waits for everybody', () => {
    it('by the command is asked by text and mail, by a link that accepts, and the card is true again', async () => {
      const { ask, token, on, later, messages, events, card, agent, linksOf } = await start();
      const id = await ask(token);
      expect(await card(id)).toMatchObject({ smsStatus: 'nobody' });
      await on(marlow);
      await later();
      expect(await messages(id)).toEqual([`${marlow} mail request-agent`, `${marlow} sms request-agent`]);
      expect(await events(id)).toEqual([`asked-too: ${marlow}`]);
      expect(await card(id)).toMatchObject({ smsStatus: 'going' });
      expect((await agent((await linksOf(id))[marlow] ?? '', 'accept')).status).toBe(200);
    });

    it('at the desk or by their own switch is asked as well, also beside others who were asked', async () => {
      const { ask, token, on, later, desk, signInAs, context, events } = await start();
      const [admin, ben] = [await signInAs('admin'), await signInAs('agent', { name: 'Ben Cole' })];
      await on(tamsin);
      const id = await ask(token);
      const { id: marlowId = '' } = (await context.shift.list()).find(({ name }) => name === marlow) ?? {};
      const body = { on: true };
      expect((await desk('POST', `/api/desk/people/${marlowId}/shift`, { cookie: admin.cookie, body })).status).toBe(
        200,
      );
      await later();
      expect((await desk('POST', '/api/desk/own/shift', { cookie: ben.cookie, body })).status).toBe(200);
      await later();
      expect(await events(id)).toEqual([`asked-too: ${marlow}`, 'asked-too: Ben Cole']);
    });

    it('who goes off and on again, many times, is asked once', async () => {
      const { ask, token, on, off, later, messages, events } = await start();
      const id = await ask(token);
      for (let time = 0; time < 4; time++) {
        await on(tamsin);
        await later();
        await off(tamsin);
        await later();
      }
      expect(await events(id)).toHaveLength(1);
      expect(await messages(id)).toEqual([`${tamsin} sms request-agent`]);
    });

    it('is asked again, with the words of a hand-back, when it is handed back while they are off', async () => {
      const { ask, token, on, off, later, agent, linksOf, messages, card } = await start();
      await on(marlow);
      await on(tamsin);
      const id = await ask(token);
      const links = await linksOf(id);
      await agent(links[marlow] ?? '', 'accept');
      await off(tamsin);
      await later();
      await agent(links[marlow] ?? '', 'hand-back');
      expect(await card(id)).toEqual({ smsStatus: 'nobody', isNobodyLeft: true });
      await on(tamsin);
      await later();
      expect(await messages(id)).toContain(`${tamsin} sms request-again`);
      expect((await messages(id)).filter((message) => message.startsWith(marlow))).toHaveLength(2);
      expect(await card(id)).toEqual({ smsStatus: 'going', isNobodyLeft: false });
      expect((await agent(links[tamsin] ?? '', 'accept')).status).toBe(200);
    });

    it('who said no in this round is not asked again, and the others who arrive are asked after all said no', async () => {
      const { ask, token, on, off, later, agent, linksOf, messages, card } = await start();
      await on(tamsin);
      const id = await ask(token);
      await agent((await linksOf(id))[tamsin] ?? '', 'decline');
      expect(await card(id)).toMatchObject({ isNobodyLeft: true });
      await off(tamsin);
      await on(tamsin);
      await later();
      expect(await messages(id)).toHaveLength(1);
      await on(marlow);
      await later();
      expect(await card(id)).toMatchObject({ isNobodyLeft: false });
      await agent((await linksOf(id))[marlow] ?? '', 'decline');
      expect(await card(id)).toMatchObject({ isNobodyLeft: true });
    });

    it('is not asked for one that was accepted, is closing, or has expired, and is asked once a cancel is taken back', async () => {
      const { ask, token, on, later, agent, linksOf, call, events, clock } = await start();
      await on(marlow);
      const accepted = await ask(token);
      await agent((await linksOf(accepted))[marlow] ?? '', 'accept');
      const closing = await ask(token, { additionalInfo: 'closing' });
      await call('POST', cancelPath(closing), token);
      await on(tamsin);
      await later();
      expect([await events(accepted), await events(closing)]).toEqual([[], []]);
      await call('POST', takeBackPath(closing), token);
      await later();
      expect(await events(closing)).toEqual([`asked-too: ${tamsin}`]);
      const expired = await ask(token, { additionalInfo: 'expired' });
      clock.advance(15 * 60 * secondMs);
      await on(rowan);
      await later(0);
      expect(await events(expired)).toEqual([]);
    });

    it('is not asked for one that waits for the person whom it was handed off to, and is when everybody is', async () => {
      const { ask, token, on, later, desk, signInAs, events, messages } = await start();
      const [ana, ben] = [await signInAs('agent', { name: 'Ana Ruiz' }), await signInAs('agent', { name: 'Ben Cole' })];
      const id = await ask(token);
      const step = (name: string, body: object = {}) =>
        desk('POST', `${deskRequestsPath}/${id}/${name}`, { cookie: ana.cookie, body });
      await step('accept');
      expect((await step('hand-off', { to: ben.personId, ...nothingTold })).status).toBe(200);
      await on(tamsin);
      await later();
      expect(await events(id)).toEqual([]);
      await later(60);
      expect(await events(id)).toEqual([]);
      expect(await messages(id)).toContain(`${tamsin} sms request-again`);
      await on(marlow);
      await later();
      expect(await events(id)).toEqual([`asked-too: ${marlow}`]);
    });

    it('whom no text may reach this hour is asked once one may, and the history does not grow meanwhile', async () => {
      const { ask, token, on, later, messages, view, historyOf, clock, context } = await start({ SMS_PER_HOUR: '1' });
      await on(marlow);
      await ask(token, { additionalInfo: 'the text of the hour' });
      await context.delivery.runDue();
      await context.shift.set(marlow, false);
      clock.advance(50 * 60 * secondMs);
      await context.agentRequests.sweep();
      const id = await ask(token);
      await on(tamsin);
      await later();
      expect(await view(token, id)).toMatchObject({ smsStatus: 'capped' });
      const before = await historyOf(id);
      for (let time = 0; time < 5; time++) await later();
      expect(await historyOf(id)).toEqual(before);
      expect(await messages(id)).toEqual([]);
      await later(10 * 60);
      expect(await messages(id)).toEqual([`${tamsin} sms request-agent`]);
      expect(await view(token, id)).toMatchObject({ smsStatus: 'going' });
    });

    it('is asked once by two servers that look at the instant at which they come on shift, many times', async () => {
      const { ask, token, on, off, clock, context, messages, events } = await start();
      const other = createContext(
        { ...context.config, logLevel: 'silent' },
        { siteDir: context.siteDir, now: clock.now },
      );
      onTestFinished(() => other.storage.close());
      const atOnce = createAtOnce(context.storage);
      for (let round = 0; round < roundsOf(16); round++) {
        clock.advance(secondMs);
        const id = await ask(token, { additionalInfo: `round ${round}` });
        await atOnce([() => on(tamsin), context.agentRequests.sweep, other.agentRequests.sweep]);
        await atOnce([context.agentRequests.sweep, other.agentRequests.sweep]);
        await atOnce([context.agentRequests.sweep, other.agentRequests.sweep]);
        expect(await events(id), `round ${round}`).toEqual([`asked-too: ${tamsin}`]);
        expect(await messages(id), `round ${round}`).toEqual([`${tamsin} sms request-agent`]);
        await off(tamsin);
        await context.agentRequests.cancel(id);
      }
    });
  });
});
