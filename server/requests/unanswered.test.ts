/** Requests that nobody takes, and shifts that nobody is on: who hears of them. */
import { describe, expect, it } from 'vitest';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { writeSetting } from '#server/settings/service.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { requestPath } from '../../tests/support/request-paths.ts';

const phone = '+12075550190';
const twoPeople = 'Marlow Finch, +12075550121; Tamsin Okoro, +12075550122';

eachEngine((under) => {
  async function running(onShift = twoPeople) {
    const clock = testClock();
    const sms = await startFakeSms();
    const portal = await startPortal(under, { ...sms.env, ALERT_PHONE: phone, ON_SHIFT: onShift }, { now: clock.now });
    const { context } = portal;
    const { db } = context.storage;
    const token = await portal.sessionFor(portal.shared.code);
    return {
      ...portal,
      clock,
      sms,
      token,
      kinds: async () =>
        (await db.selectFrom('alerts').select('kind').orderBy('raised_at').execute()).map(({ kind }) => kind),
      forget: () => db.deleteFrom('alerts').execute(),
      look: async () => {
        await context.agentRequests.sweep();
        await context.alerts.sweep();
        await context.delivery.runDue();
      },
      toOwner: () => sms.texts.filter(({ to }) => to === phone).map(({ body }) => body),
    };
  }

  describe('R36 a shift that nobody is on', () => {
    it('is an alert when the last one goes off, once, also when two go off at the same moment', async () => {
      const { context, kinds, forget, clock } = await running();
      for (let round = 0; round < 40; round++) {
        for (const name of ['Marlow Finch', 'Tamsin Okoro']) await context.shift.set(name, true);
        await Promise.all(['Marlow Finch', 'Tamsin Okoro'].map((name) => context.shift.set(name, false)));
        expect(await kinds()).toEqual(['shift-empty']);
        await forget();
        clock.advance(1000);
      }
    });

    it('is no alert while somebody is left, for who was off already, or while Text Agent is off', async () => {
      const { context, kinds, clock } = await running();
      await context.shift.set('Marlow Finch', false);
      expect(await kinds()).toEqual([]);
      await writeSetting(context.storage.db, 'text-agent', 'off', clock.now().toISOString());
      await context.shift.set('Tamsin Okoro', false);
      await writeSetting(context.storage.db, 'text-agent', 'on', clock.now().toISOString());
      await context.shift.set('Marlow Finch', false);
      await context.shift.set('Nobody', false);
      expect(await kinds()).toEqual([]);
    });

    it('is said on the card of a request that comes in, and alerts the operator about it once', async () => {
      const { ask, call, token, look, kinds, toOwner, clock } = await running('');
      const id = await ask(token);
      const view = (await call('GET', requestPath(id), token)).json<RequestView>();
      expect(view.smsStatus).toBe('nobody');
      await look();
      expect(toOwner()).toEqual([expect.stringContaining(`${dealer.name} asks for an agent, and nobody is on shift`)]);
      clock.advance(60_000);
      await look();
      expect(await kinds()).toEqual(['request-into-empty-shift']);
    });
  });

  describe('R36 a request that nobody accepted', () => {
    it('alerts the operator at 45 seconds, once, however many servers look', async () => {
      const { ask, token, context, look, kinds, toOwner, clock } = await running();
      await ask(token);
      clock.advance(44_000);
      await look();
      expect(await kinds()).toEqual([]);
      clock.advance(1000);
      await Promise.all([1, 2, 3, 4].map(() => context.agentRequests.sweep()));
      await look();
      clock.advance(5000);
      await look();
      expect(await kinds()).toEqual(['not-accepted']);
      expect(toOwner()).toEqual([expect.stringContaining(`Nobody accepted the request of ${dealer.name}`)]);
    });

    it('alerts again 45 seconds after it was handed back', async () => {
      const { ask, agent, linksOf, token, look, kinds, clock } = await running();
      const link = (await linksOf(await ask(token)))['Marlow Finch'] ?? '';
      clock.advance(46_000);
      await look();
      await agent(link, 'accept');
      clock.advance(60_000);
      expect((await agent(link, 'hand-back')).status).toBe(200);
      clock.advance(44_000);
      await look();
      expect(await kinds()).toEqual(['not-accepted']);
      clock.advance(2000);
      await look();
      await look();
      expect(await kinds()).toEqual(['not-accepted', 'not-accepted']);
    });

    it('is no alert once somebody accepted, or the dealership cancelled', async () => {
      const { ask, agent, linksOf, call, token, look, kinds, clock } = await running();
      const accepted = await ask(token);
      const cancelled = await ask(token, { additionalInfo: 'another' });
      await agent((await linksOf(accepted))['Marlow Finch'] ?? '', 'accept');
      await call('POST', `${requestPath(cancelled)}/cancel`, token);
      clock.advance(46_000);
      await look();
      expect(await kinds()).toEqual([]);
    });
  });

  it('R36 a text of an alert that the provider reports as undelivered goes by mail', async () => {
    const clock = testClock();
    const sms = await startFakeSms();
    const subjects: string[] = [];
    const env = {
      ...sms.env,
      ALERT_PHONE: phone,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@boxline.example',
      MAIL_TO: 'b@boxline.example',
    };
    const transport = {
      send: async ({ subject }: { subject: string }) => {
        subjects.push(subject);
        return { kind: 'sent' } as const;
      },
      close() {},
    };
    const { context, app } = await startPortal(
      under,
      { ...env, ON_SHIFT: '' },
      { now: clock.now, mailTransport: transport },
    );
    const { db } = context.storage;
    const at = clock.now().toISOString();
    const failed = {
      id: '7b0d6a52-4c5e-4f6a-9d51-0d6f3f0b8a11',
      kind: 'lead-confirmation',
      channel: 'mail',
      subject_id: 'x',
    } as const;
    await db
      .insertInto('messages')
      .values({ ...failed, recipient: 'x@boxline.example', state: 'failed', created_at: at, due_at: at })
      .execute();
    await context.alerts.sweep();
    await context.delivery.runDue();
    const [text] = sms.texts;
    if (!text) throw new Error('no text was sent');
    await app.inject({
      method: 'POST',
      url: new URL(text.statusCallback).pathname,
      ...sms.report(text, 'undelivered', '30005'),
    });
    await context.alerts.sweep();
    await context.delivery.runDue();
    expect(subjects).toEqual(['Alert: 1 mail needs attention']);
  });
});
