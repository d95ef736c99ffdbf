/** A record is erased while a webhook about it is being sent: the log of tries keeps nothing of what was sent. */
import { expect, test } from 'vitest';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { marks, startPersonDesk } from '../../tests/support/person.ts';

eachEngine((under) => {
  test('R205 of a webhook that is being sent while its record is erased nothing is kept but its result', async () => {
    const server = await startPersonDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { context, desk, admin } = server;
    const { db } = context.storage;
    const receiver = await startWebhookReceiver();
    await desk('POST', '/api/desk/connections/webhooks', {
      cookie: admin.cookie,
      body: { name: 'Back office', url: receiver.url, events: ['lead.received', 'dealership.changed'] },
    });
    let triesBefore = 0;
    for (const kind of ['lead', 'contact'] as const) {
      const id = await (kind === 'lead' ? server.addLead() : server.addContact());
      receiver.received.splice(0);
      const gate = Promise.withResolvers<void>();
      receiver.answer(() => ({ status: 204 }));
      receiver.hold(gate.promise);
      const sending = context.delivery.runDue();
      await receiver.until(1);
      expect(receiver.received[0]?.body).toContain('Marzette');
      expect((await server.erase([{ kind, id }])).status).toBe(200);
      gate.resolve();
      await sending;
      const tries = await db.selectFrom('webhook_tries').selectAll().orderBy('seq').execute();
      for (const mark of marks) expect(JSON.stringify(tries)).not.toContain(mark);
      // Later ones of the same round tell of the erasure itself.
      expect(tries[triesBefore]).toMatchObject({ result: 'sent', status: 204, request_body: null, answer: null });
      triesBefore = tries.length;
      const posts = await db.selectFrom('messages').select('state').where('channel', '=', 'webhook').execute();
      expect(posts.every(({ state }) => state === 'sent')).toBe(true);
      // The audit log still says that the receiver has seen the record.
      const seen = db.selectFrom('audit_entries').select('seq').where('action', '=', 'webhook-sent');
      expect(await seen.execute()).not.toEqual([]);
    }
  });
});
