import { describe, expect, it } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { cancelPath } from '../../tests/support/request-paths.ts';

const start = '2026-11-21T21:06:00.000Z';
const afterMs = (ms: number) => new Date(Date.parse(start) + ms).toISOString();
const minuteMs = 60_000;

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock(start);
    const portal = await startPortal(under, env, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const links = await portal.linksOf(id);
    const [marlow = '', tamsin = '', rowan = ''] = ['Marlow Finch', 'Tamsin Okoro', 'Rowan Ames'].map(
      (name) => links[name],
    );
    const { context } = portal;
    return {
      ...portal,
      clock,
      token,
      id,
      links,
      marlow,
      tamsin,
      rowan,
      sweep: () => context.agentRequests.sweep(),
      alerts: async () => {
        const rows = await context.storage.db.selectFrom('alerts').select(['kind', 'request_id']).execute();
        return rows.filter(({ request_id }) => request_id === id).map(({ kind }) => kind);
      },
    };
  }

  describe('R35 an agent who hands back', () => {
    it('gives the request to the others, and both clocks of its card begin anew', async () => {
      const { agent, marlow, tamsin, token, id, view, clock, sweep } = await running();
      await agent(marlow, 'accept');
      await agent(marlow, 'connected');
      clock.advance(20 * minuteMs);
      const back = await agent(marlow, 'hand-back');
      expect(back.status).toBe(200);
      expect(back.json()).toMatchObject({ mine: false, declinedAt: afterMs(20 * minuteMs), acceptedAt: null });
      expect((await agent(marlow, 'hand-back')).status).toBe(200);
      const card = await view(token, id);
      expect(card).toMatchObject({
        acceptedAt: null,
        acceptedBy: null,
        connectedAt: null,
        handedBackAt: afterMs(20 * minuteMs),
        handedBackBy: 'Marlow Finch',
        expiresAt: afterMs(35 * minuteMs),
      });
      expect((await agent(tamsin)).json()).toMatchObject({ acceptedAt: null, handedBackBy: 'Marlow Finch' });
      expect((await agent(tamsin, 'accept')).json()).toMatchObject({ mine: true });
      expect((await agent(marlow, 'hand-back')).status).toBe(200);
      expect((await agent(marlow, 'connected')).status).toBe(409);
      await agent(tamsin, 'hand-back');
      clock.advance(15 * minuteMs - 1);
      await sweep();
      expect(await view(token, id)).toMatchObject({ endedAt: null });
      clock.advance(1);
      await sweep();
      expect(await view(token, id)).toMatchObject({ state: 'expired' });
    });

    it('has new messages sent to everybody else on shift, and to who came on shift meanwhile', async () => {
      const sms = await startFakeSms();
      const { agent, marlow, context, clock, id, linksOf } = await running(sms.env);
      await context.delivery.runDue();
      await agent(marlow, 'accept');
      await context.shift.add({ name: 'Ingrid Vale', phone: '+12075550123', mail: null });
      clock.advance(minuteMs);
      await agent(marlow, 'hand-back');
      await context.delivery.runDue();
      const again = sms.texts.slice(2);
      expect(again.map(({ to }) => to).sort()).toEqual(['+12075550122', '+12075550123']);
      const links = await linksOf(id);
      for (const text of again) {
        expect(text.body).toContain(`Still needed. ${dealer.name}, Request Agent for Active Deal, is free again.`);
        expect(text.validForS).toBe(900);
      }
      expect(again.map(({ body }) => body.split('#')[1]).sort()).toEqual(
        [links['Tamsin Okoro'], links['Ingrid Vale']].sort(),
      );
      const mails = await context.storage.db
        .selectFrom('messages')
        .select('recipient')
        .where('kind', '=', 'request-again')
        .where('channel', '=', 'mail')
        .execute();
      expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['', 'rowan@boxline.example']);
      expect(sms.complaints).toEqual([]);
    });

    it('leaves nothing on the card that was true of those who were asked first', async () => {
      const sms = await startFakeSms();
      const { agent, marlow, context, clock, token, id, view, app } = await running(sms.env);
      await context.delivery.runDue();
      await agent(marlow, 'accept');
      clock.advance(minuteMs);
      await agent(marlow, 'hand-back');
      expect(await view(token, id)).toMatchObject({ state: 'stored', sentAt: null, deliveredAt: null });
      const [first] = sms.texts;
      if (!first) throw new Error('nobody was texted');
      const report = (text: typeof first, status: string) =>
        app.inject({ method: 'POST', url: new URL(text.statusCallback).pathname, ...sms.report(text, status) });
      await report(first, 'delivered');
      expect(await view(token, id)).toMatchObject({ state: 'stored', deliveredAt: null });
      await context.delivery.runDue();
      expect(await view(token, id)).toMatchObject({ state: 'sent', smsStatus: 'going' });
      const [again] = sms.texts.slice(2);
      if (again) await report(again, 'undelivered');
      expect(await view(token, id)).toMatchObject({ smsStatus: 'failed' });
      if (again) await report(again, 'delivered');
      expect(await view(token, id)).toMatchObject({ state: 'delivered', smsStatus: 'going' });
    });

    it('who was alone on shift leaves nobody: the card and the operator are told', async () => {
      const { agent, marlow, token, id, view, alerts } = await running({ ON_SHIFT: 'Marlow Finch, +12075550121' });
      await agent(marlow, 'accept');
      await agent(marlow, 'hand-back');
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: start, smsStatus: 'nobody' });
      expect(await alerts()).toEqual(['nobody-left']);
      expect((await agent(marlow, 'accept')).json()).toMatchObject({ mine: true });
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: null, acceptedBy: 'Marlow Finch' });
    });

    it('is refused while the request closes, and when it is another’s', async () => {
      const { agent, marlow, tamsin, call, token, id } = await running();
      expect((await agent(tamsin, 'hand-back')).status).toBe(409);
      await agent(marlow, 'accept');
      expect((await agent(tamsin, 'hand-back')).status).toBe(409);
      await call('POST', cancelPath(id), token);
      expect((await agent(marlow, 'hand-back')).status).toBe(409);
    });
  });

  describe('R35 an agent who says "not me"', () => {
    it('is recorded once, and may still accept', async () => {
      const { agent, marlow, historyOf, id } = await running();
      expect((await agent(marlow, 'decline')).json()).toMatchObject({ declinedAt: start });
      await agent(marlow, 'decline');
      expect((await agent(marlow, 'accept')).json()).toMatchObject({ mine: true, declinedAt: null });
      expect((await agent(marlow, 'decline')).status).toBe(409);
      expect((await historyOf(id)).slice(1).filter((event) => !event.startsWith('not-texted'))).toEqual([
        'declined: Marlow Finch',
        'accepted: Marlow Finch',
      ]);
    });

    it('as the last of all who were asked makes the card and the operator hear of it', async () => {
      const { agent, marlow, tamsin, rowan, links, token, id, view, alerts } = await running(
        (await startFakeSms()).env,
      );
      await agent(marlow, 'decline');
      await agent(rowan, 'decline');
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: null });
      expect(await alerts()).toEqual([]);
      await agent(tamsin, 'decline');
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: start, endedAt: null });
      expect(await alerts()).toEqual(['nobody-left']);
      expect((await agent(links['Boxline'] ?? '', 'accept')).json()).toMatchObject({ mine: true });
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: null });
    });

    it('is asked again when somebody hands the request back', async () => {
      const { agent, marlow, tamsin, token, id, view } = await running((await startFakeSms()).env);
      await agent(tamsin, 'decline');
      await agent(marlow, 'accept');
      await agent(marlow, 'hand-back');
      expect((await agent(tamsin)).json()).toMatchObject({ declinedAt: null });
      expect(await view(token, id)).toMatchObject({ nobodyLeftAt: null });
    });
  });

  describe('R58 a request that is accepted and not connected', () => {
    const lateMs = requestTimings.connectWithinMs;

    it('after five minutes reminds its agent once, by a new text, and tells the operator', async () => {
      const sms = await startFakeSms();
      const { agent, marlow, context, clock, sweep, alerts, historyOf, id } = await running(sms.env);
      await context.delivery.runDue();
      await agent(marlow, 'accept');
      clock.advance(lateMs - 1);
      await sweep();
      expect(await alerts()).toEqual([]);
      clock.advance(1);
      for (let second = 0; second < 3; second++) {
        await sweep();
        await context.delivery.runDue();
        clock.advance(1000);
      }
      expect(sms.texts.slice(2)).toMatchObject([
        { to: '+12075550121', body: expect.stringMatching(/is waiting\. You accepted BX-.* and are not connected\./) },
      ]);
      expect(sms.texts[2]?.body).toContain(marlow);
      expect(await alerts()).toEqual(['not-connected']);
      expect((await historyOf(id)).filter((event) => event.startsWith('late'))).toEqual(['late: Marlow Finch']);
    });

    it('tells the operator again when whoever took it over is late as well', async () => {
      const { agent, marlow, tamsin, clock, sweep, alerts } = await running();
      await agent(marlow, 'accept');
      clock.advance(lateMs);
      await sweep();
      await agent(tamsin, 'take-over');
      clock.advance(lateMs);
      await sweep();
      expect(await alerts()).toEqual(['not-connected', 'not-connected']);
    });

    it('reminds by mail whoever has no telephone', async () => {
      const { agent, rowan, context, clock, sweep } = await running();
      await agent(rowan, 'accept');
      clock.advance(lateMs);
      await sweep();
      const rows = await context.storage.db
        .selectFrom('messages')
        .select(['channel', 'recipient'])
        .where('kind', '=', 'request-late')
        .execute();
      expect(rows).toEqual([{ channel: 'mail', recipient: 'rowan@boxline.example' }]);
    });

    it('reminds nobody who is connected, closes or handed back', async () => {
      const { agent, marlow, tamsin, ask, token, linksOf, clock, sweep, context } = await running({
        LIMIT_AGENT_REQUESTS_PER_SESSION: '1000/60',
      });
      await agent(marlow, 'accept');
      await agent(marlow, 'connected');
      const second = (await linksOf(await ask(token)))['Marlow Finch'] ?? '';
      await agent(second, 'accept');
      await agent(second, 'hand-back');
      const third = (await linksOf(await ask(token)))['Marlow Finch'] ?? '';
      await agent(third, 'accept');
      clock.advance(lateMs - 1000);
      await agent(third, 'done');
      clock.advance(1000);
      await sweep();
      expect(tamsin).not.toBe('');
      const late = await context.storage.db
        .selectFrom('alerts')
        .selectAll()
        .where('kind', '=', 'not-connected')
        .execute();
      expect(late).toEqual([]);
    });

    it('can be taken over by another link, and not before', async () => {
      const { agent, marlow, tamsin, token, id, view, clock, historyOf } = await running();
      expect((await agent(tamsin, 'take-over')).status).toBe(409);
      await agent(marlow, 'accept');
      expect(await view(token, id)).toMatchObject({ lateAt: afterMs(lateMs) });
      clock.advance(lateMs - 1);
      expect((await agent(tamsin, 'take-over')).status).toBe(409);
      clock.advance(1);
      expect((await agent(tamsin, 'take-over')).json()).toMatchObject({
        mine: true,
        acceptedBy: 'Tamsin Okoro',
        additionalInfo: 'Customer is in the chair',
        lateAt: afterMs(2 * lateMs),
      });
      expect((await agent(tamsin, 'take-over')).status).toBe(200);
      expect((await agent(marlow, 'connected')).json()).toMatchObject({ mine: false, acceptedBy: 'Tamsin Okoro' });
      expect((await agent(marlow, 'take-over')).status).toBe(409);
      expect(await view(token, id)).toMatchObject({ acceptedBy: 'Tamsin Okoro', acceptedAt: afterMs(lateMs) });
      expect((await historyOf(id)).at(-1)).toBe('taken-over: Tamsin Okoro from Marlow Finch');
    });

    it('is not taken over once its agent is connected', async () => {
      const { agent, marlow, tamsin, clock } = await running();
      await agent(marlow, 'accept');
      clock.advance(lateMs);
      await agent(marlow, 'connected');
      expect((await agent(tamsin, 'take-over')).status).toBe(409);
    });
  });

  it('R58 a request that expires unanswered tells the operator, and one that an agent had does not', async () => {
    const { agent, marlow, ask, token, linksOf, clock, sweep, context, id } = await running();
    const other = await ask(token);
    await agent((await linksOf(other))['Marlow Finch'] ?? '', 'accept');
    expect(marlow).not.toBe('');
    clock.advance(5 * 60 * minuteMs);
    await sweep();
    const alerts = await context.storage.db
      .selectFrom('alerts')
      .selectAll()
      .where('kind', '=', 'expired-unanswered')
      .execute();
    expect(alerts.map(({ request_id }) => request_id)).toEqual([id]);
  });
});
