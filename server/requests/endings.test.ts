import { describe, expect, it } from 'vitest';
import { agentView, endedView } from '#contract/agent-endpoints.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { createContext, type Overrides } from '#server/context.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { anydeskPath, cancelPath, requestPath, takeBackPath } from '../../tests/support/request-paths.ts';

const start = '2026-11-21T21:06:00.000Z';
const afterMs = (ms: number) => new Date(Date.parse(start) + ms).toISOString();
const minuteMs = requestTimings.takeBackForMs;

eachEngine((under) => {
  async function running(env: Record<string, string> = {}, overrides: Overrides = {}) {
    const clock = testClock(start);
    const portal = await startPortal(under, env, { ...overrides, now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const links = await portal.linksOf(id);
    const [marlow = '', tamsin = ''] = [links['Marlow Finch'], links['Tamsin Okoro']];
    return { ...portal, clock, token, id, marlow, tamsin, sweep: () => portal.context.agentRequests.sweep() };
  }

  describe('R35 Done', () => {
    it('asks how it ended, and ends nothing without that', async () => {
      const { agent, marlow, token, id, view } = await running();
      await agent(marlow, 'accept');
      for (const ending of [{}, { disposition: 'sold' }, { disposition: 'test', note: 7 }, { note: 'x' }]) {
        expect(await agent(marlow, 'done', ending)).toMatchObject({ status: 422, text: 'Choose how it ended.' });
      }
      expect(await view(token, id)).toMatchObject({ state: 'accepted', closing: null });
    });

    it('ends the request a minute later, with its disposition and note', async () => {
      const { agent, marlow, token, id, view, clock, sweep, context } = await running();
      await agent(marlow, 'accept');
      const answer = await agent(marlow, 'done', { disposition: 'customer_left', note: ' Went home \n' });
      const closing = { as: 'done', at: start, endsAt: afterMs(minuteMs) };
      expect(agentView.parse(answer.json())).toMatchObject({
        state: 'accepted',
        closing,
        disposition: 'customer_left',
        takeBackUntil: closing.endsAt,
      });
      expect(await view(token, id)).toMatchObject({ closing, endedAt: null });
      clock.advance(minuteMs - 1);
      await sweep();
      expect(await view(token, id)).toMatchObject({ state: 'accepted', closing });
      clock.advance(1);
      await sweep();
      expect(await view(token, id)).toMatchObject({ state: 'done', closing: null, endedAt: closing.endsAt });
      const ended = await agent(marlow);
      expect(ended.status).toBe(410);
      expect(endedView.parse(ended.json())).toMatchObject({ state: 'done', disposition: 'customer_left', mine: true });
      expect(await context.agentRequests.find(id)).toMatchObject({ closing_note: 'Went home' });
    });

    it('is taken back within its minute, and the request goes on as before', async () => {
      const { agent, marlow, token, id, view, clock, sweep } = await running();
      await agent(marlow, 'accept');
      await agent(marlow, 'connected');
      await agent(marlow, 'done');
      clock.advance(minuteMs - 1);
      const back = await agent(marlow, 'undo-done');
      expect(back).toMatchObject({ status: 200 });
      expect(back.json()).toMatchObject({ state: 'connected', closing: null, disposition: null });
      expect((await agent(marlow, 'undo-done')).status).toBe(200);
      clock.advance(minuteMs);
      await sweep();
      expect(await view(token, id)).toMatchObject({ state: 'connected', closing: null });
      await agent(marlow, 'done');
      clock.advance(minuteMs);
      await sweep();
      expect(await view(token, id)).toMatchObject({ state: 'done' });
    });

    it('is not taken back after its minute, although nobody swept yet, nor by another agent', async () => {
      const { agent, marlow, tamsin, clock } = await running();
      await agent(marlow, 'accept');
      await agent(marlow, 'done');
      expect((await agent(tamsin, 'undo-done')).status).toBe(409);
      clock.advance(minuteMs);
      expect((await agent(marlow, 'undo-done')).status).toBe(409);
    });

    it('is not undone by a cancel of the dealership', async () => {
      const { agent, marlow, token, id, call } = await running();
      await agent(marlow, 'accept');
      await agent(marlow, 'done');
      expect(await call('POST', cancelPath(id), token)).toMatchObject({
        status: 409,
        text: 'This request is over or about to end',
      });
      expect((await call('POST', takeBackPath(id), token)).status).toBe(409);
    });
  });

  describe('R35 a cancel', () => {
    it('ends the request a minute later; until then its links, its details and its view token hold', async () => {
      const { agent, marlow, token, id, call, current, clock, sweep } = await running();
      const viewToken = (await current(token))?.viewToken ?? '';
      await call('POST', anydeskPath(id), token, { address: '123456789' });
      await agent(marlow, 'accept');
      expect((await call('POST', cancelPath(id), token)).json()).toMatchObject({
        state: 'accepted',
        closing: { as: 'cancelled', endsAt: afterMs(minuteMs) },
      });
      clock.advance(minuteMs - 1);
      await sweep();
      const details = { additionalInfo: 'Customer is in the chair', anydesk: '123456789' };
      expect((await agent(marlow)).json()).toMatchObject({ ...details, closing: { as: 'cancelled' } });
      expect((await call('GET', requestPath(id), viewToken)).json()).toMatchObject(details);
      clock.advance(1);
      await sweep();
      expect((await agent(marlow)).status).toBe(410);
      expect((await call('GET', requestPath(id), viewToken)).json()).toMatchObject({
        state: 'cancelled',
        anydesk: null,
      });
    });

    it('is taken back by the dealership, and the time it was closing is added to its end', async () => {
      const { agent, marlow, token, id, call, clock, sweep, view } = await running();
      clock.advance(14.5 * minuteMs);
      await call('POST', cancelPath(id), token);
      expect((await agent(marlow, 'accept')).status).toBe(409);
      expect((await agent(marlow, 'decline')).status).toBe(409);
      clock.advance(0.75 * minuteMs);
      await sweep();
      expect((await call('POST', takeBackPath(id), token)).json()).toMatchObject({ state: 'stored', closing: null });
      expect((await call('POST', takeBackPath(id), token)).status).toBe(200);
      await sweep();
      expect(await view(token, id)).toMatchObject({ expiresAt: afterMs(15.75 * minuteMs) });
      expect((await agent(marlow, 'accept')).status).toBe(200);
    });

    it('is not taken back once the minute is over', async () => {
      const { token, id, call, clock } = await running();
      await call('POST', cancelPath(id), token);
      clock.advance(minuteMs);
      expect((await call('POST', takeBackPath(id), token)).status).toBe(409);
    });

    it('lets nothing go out in its minute, and lets go out what waited when it is taken back', async () => {
      const sms = await startFakeSms();
      const { token, id, call, clock, context } = await running(sms.env);
      await call('POST', cancelPath(id), token);
      clock.advance(minuteMs / 2);
      await context.agentRequests.sweep();
      await context.delivery.runDue();
      expect(sms.texts).toEqual([]);
      await call('POST', takeBackPath(id), token);
      await context.delivery.runDue();
      expect(sms.texts.map(({ to }) => to).sort()).toEqual(['+12075550121', '+12075550122']);
    });

    it('follows a try that failed meanwhile with no other one in its minute', async () => {
      const sms = await startFakeSms();
      let tries = 0;
      let meanwhile = async () => {};
      const send = async (): Promise<SendResult> => {
        tries += 1;
        if (tries > 1) return { kind: 'sent', providerId: 'SM1' };
        await meanwhile();
        return { kind: 'retry', reason: 'busy', code: 'busy' };
      };
      const env = { ...sms.env, ON_SHIFT: 'Marlow Finch, +12075550121' };
      const { token, id, call, clock, context } = await running(env, { textTransport: { send, close: () => {} } });
      meanwhile = async () => void (await call('POST', cancelPath(id), token));
      await context.delivery.runDue();
      clock.advance(minuteMs / 2);
      await context.delivery.runDue();
      expect(tries).toBe(1);
      await call('POST', takeBackPath(id), token);
      await context.delivery.runDue();
      expect(tries).toBe(2);
    });

    it('tells nobody before it can no longer be taken back, and is no twin of a new press', async () => {
      const sms = await startFakeSms();
      const { token, id, call, clock, context, agent, marlow, press, current } = await running(sms.env);
      await context.delivery.runDue();
      await agent(marlow, 'accept');
      await call('POST', cancelPath(id), token);
      await context.delivery.runDue();
      expect(sms.texts).toHaveLength(2);
      clock.advance(1000);
      expect((await press(token)).text).toBe('{"success":true}');
      expect((await current(token))?.request.id).not.toBe(id);
      clock.advance(minuteMs);
      await context.agentRequests.sweep();
      await context.delivery.runDue();
      expect(sms.texts.filter(({ body }) => body.includes('cancelled'))).toHaveLength(1);
    });

    it('ends in the process that comes after the one that took it', async () => {
      const { token, id, call, clock, context } = await running();
      await call('POST', cancelPath(id), token);
      clock.advance(20 * minuteMs);
      const next = createContext(
        { ...context.config, logLevel: 'silent' },
        { siteDir: context.siteDir, now: clock.now, storage: context.storage },
      );
      await next.agentRequests.sweep();
      expect(await next.agentRequests.find(id)).toMatchObject({ outcome: 'cancelled', ended_at: afterMs(minuteMs) });
    });
  });

  describe('R35 Connected', () => {
    it('is taken back for a minute, and no longer', async () => {
      const { agent, marlow, token, id, view, clock } = await running();
      await agent(marlow, 'accept');
      expect((await agent(marlow, 'connected')).json()).toMatchObject({ takeBackUntil: afterMs(minuteMs) });
      clock.advance(minuteMs - 1);
      expect((await agent(marlow, 'undo-connected')).json()).toMatchObject({ state: 'accepted', takeBackUntil: null });
      expect(await view(token, id)).toMatchObject({ state: 'accepted', connectedAt: null });
      await agent(marlow, 'connected');
      clock.advance(minuteMs);
      const late = await agent(marlow, 'undo-connected');
      expect(late.status).toBe(409);
      expect(late.json()).toMatchObject({ state: 'connected', takeBackUntil: null });
    });
  });

  describe('R57 the details of a request', () => {
    const details = { additionalInfo: 'Customer is in the chair', anydesk: '123456789' };
    const none = { additionalInfo: '', anydesk: null, dealerPhone: null };

    it('are for everybody who was asked while nobody has it, and then for who has it alone', async () => {
      const { agent, marlow, tamsin, call, token, id } = await running();
      await call('POST', anydeskPath(id), token, { address: '123456789' });
      expect((await agent(tamsin)).json()).toMatchObject(details);
      await agent(marlow, 'accept');
      expect((await agent(marlow)).json()).toMatchObject(details);
      for (const answer of [await agent(tamsin), await agent(tamsin, 'accept')]) {
        expect(answer.json()).toMatchObject(none);
        for (const secret of Object.values(details)) expect(answer.text).not.toContain(secret);
      }
    });

    it('are no longer for who declined or handed it back', async () => {
      const { agent, marlow, tamsin } = await running();
      expect((await agent(marlow, 'decline')).json()).toMatchObject(none);
      await agent(tamsin, 'accept');
      expect((await agent(tamsin, 'hand-back')).json()).toMatchObject(none);
      expect((await agent(tamsin, 'accept')).json()).toMatchObject({ additionalInfo: details.additionalInfo });
    });
  });
});
