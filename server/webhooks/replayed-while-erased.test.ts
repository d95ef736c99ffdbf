/** A delivery is replayed while its record is being erased: the log of tries keeps nothing of what was sent. */
import { expect, test } from 'vitest';
import { recordKinds } from '#server/context/record-kinds.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { marks, person, startPersonDesk } from '../../tests/support/person.ts';
import { whileHeld } from '../../tests/support/while-held.ts';

onPostgres((under) => {
  test('R928 of a webhook that is replayed while its record is being erased nothing is kept, whether it was taken or failed', async () => {
    const { context, admin, addLead } = await startPersonDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { storage, webhooks, delivery, now } = context;
    const receiver = await startWebhookReceiver();
    const added = await webhooks.add({ name: 'One', url: receiver.url, events: ['lead.received'] }, admin);
    if (added.kind !== 'done') throw new Error(added.kind);
    const { id } = added.value.endpoint;
    for (const status of [204, 410]) {
      receiver.answer({ status });
      const lead = await addLead();
      await delivery.runDue();
      expect(receiver.received.at(-1)?.body).toContain(person.last);
      receiver.answer({ status: 204 });
      const { version = 0 } = (await webhooks.find(id)) ?? {};
      await webhooks.setOn(id, version, true, admin);
      const [post] = (await webhooks.deliveries(id, undefined)).deliveries;
      async function replay() {
        const replayed = await webhooks.replay(id, post?.id, admin);
        expect(replayed).toEqual({ kind: 'done', value: 1 });
        await delivery.runDue();
      }
      const acts = whileHeld<unknown>(
        storage,
        async (trx) => {
          const ids = await recordKinds.lead.take(trx, [lead]);
          await recordKinds.lead.erase(trx, ids, now().toISOString());
        },
        [replay],
      );
      await Promise.all(acts.map((act) => act()));
      const tries = await storage.db.selectFrom('webhook_tries').selectAll().execute();
      for (const mark of marks) expect(JSON.stringify(tries), `answered ${status}`).not.toContain(mark);
      expect(receiver.received.at(-1)?.body).toContain('"erasedAt":"');
    }
  });
});
