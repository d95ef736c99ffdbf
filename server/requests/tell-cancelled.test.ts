import { describe, expect, it } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { cancelPath } from '../../tests/support/request-paths.ts';

eachEngine((under) => {
  async function running(env: Record<string, string>) {
    const clock = testClock();
    const portal = await startPortal(under, env, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    /** Cancels, and waits until that can no longer be taken back. */
    async function cancel(request: string) {
      await portal.call('POST', cancelPath(request), token);
      clock.advance(requestTimings.takeBackForMs);
      await portal.context.agentRequests.sweep();
    }
    return { ...portal, token, id, links: await portal.linksOf(id), cancel };
  }

  describe('cancelling', () => {
    it('drops what was not sent yet, and tells by mail whoever was written to', async () => {
      const sms = await startFakeSms();
      const { context, cancel, id } = await running(sms.env);
      const { db } = context.storage;
      await db
        .updateTable('messages')
        .set({ state: 'sent', attempts: 1 })
        .where('recipient', '=', 'marlow@boxline.example')
        .execute();
      await cancel(id);
      const rows = await db.selectFrom('messages').select(['kind', 'channel', 'recipient', 'state']).execute();
      expect(rows.filter(({ kind }) => kind === 'request-cancelled')).toEqual([
        { kind: 'request-cancelled', channel: 'mail', recipient: 'marlow@boxline.example', state: 'held' },
      ]);
      const asked = rows.filter(({ kind, state }) => kind === 'request-agent' && state !== 'sent');
      expect(new Set(asked.map(({ state }) => state))).toEqual(new Set(['expired']));
      expect(asked).toHaveLength(4);
    });

    it('tells the agent who accepted by text, and nobody else, and that is no part of the history', async () => {
      const sms = await startFakeSms();
      const { context, cancel, token, id, agent, links, app, historyOf, view } = await running(sms.env);
      await context.delivery.runDue();
      expect(sms.texts).toHaveLength(2);
      await agent(links['Tamsin Okoro'] ?? '', 'accept');
      await cancel(id);
      const [history, before] = [await historyOf(id), await view(token, id)];
      await context.delivery.runDue();
      const [told, ...more] = sms.texts.slice(2);
      if (!told) throw new Error('nobody was told');
      expect(more).toEqual([]);
      expect(told).toMatchObject({
        to: '+12075550122',
        body: `Boxline: ${dealer.name} cancelled its request ${before.reference}. Nothing is left to do.`,
      });
      expect(sms.complaints).toEqual([]);
      for (const status of ['sent', 'delivered', 'undelivered']) {
        const report = sms.report(told, status);
        await app.inject({ method: 'POST', url: new URL(told.statusCallback).pathname, ...report });
      }
      expect(await historyOf(id)).toEqual(history);
      expect(await view(token, id)).toEqual(before);
    });

    it('wakes nobody with a text who has not accepted, and exceeds no hourly cap', async () => {
      const sms = await startFakeSms();
      const { context, cancel, token, id, ask, agent, linksOf } = await running({ ...sms.env, SMS_PER_HOUR: '4' });
      await context.delivery.runDue();
      await cancel(id);
      const another = await ask(token);
      await context.delivery.runDue();
      await agent((await linksOf(another))['Tamsin Okoro'] ?? '', 'accept');
      await cancel(another);
      await context.delivery.runDue();
      expect(sms.texts).toHaveLength(4);
      expect(sms.texts.filter(({ body }) => body.includes('cancelled'))).toEqual([]);
    });
  });
});
