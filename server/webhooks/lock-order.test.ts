/** An endpoint is switched off and on while a record is erased that its deliveries are about. All locks are taken in one order. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Trx } from '#server/database/open.ts';
import { isoAfter } from '#server/times.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { whileHeld } from '../../tests/support/while-held.ts';

vi.setConfig({ testTimeout: 120_000 });

/** So long the erasure has to come first, in milliseconds. */
const headStartMs = 400;

/** Locks a delivery, as a worker does that writes what became of its try. */
const lockPost = (id: string | undefined) => (trx: Trx) =>
  trx
    .updateTable('messages')
    .set({ attempts: 2 })
    .where('id', '=', id ?? '')
    .execute();

onPostgres((under) => {
  it('R710 an endpoint is switched off while a record is erased of which several deliveries wait', async () => {
    const { context, signInAs, addLead, amend, erase } = await startPersonDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { storage, webhooks } = context;
    const fields = { name: 'One', url: 'http://127.0.0.1:9/', events: ['lead.received', 'lead.amended'] } as const;
    // Somebody else than who erases. What one person does is done one after the other, so the order would not matter.
    const other = await signInAs('admin');
    const added = await webhooks.add(fields, other);
    if (added.kind !== 'done') throw new Error('not added');
    const { id } = added.value.endpoint;
    const switchTo = async (on: boolean) => webhooks.setOn(id, (await webhooks.find(id))?.version ?? 0, on, other);
    const play = watchOrder(storage);
    await play(20, async () => {
      await switchTo(true);
      const lead = await addLead();
      for (let change = 0; change < 3; change++) await amend(lead, { email: `new-${change}@partner.example` });
      // A row that was updated stands behind the others in the table, so the table's order is not that of the ids.
      const posts = storage.db.selectFrom('messages').select('id').where('channel', '=', 'webhook');
      const waiting = await posts.where('state', '=', 'waiting').orderBy('id', 'desc').execute();
      for (const post of waiting) {
        await storage.db.updateTable('messages').set({ attempts: 1 }).where('id', '=', post.id).execute();
      }
      const { version } = (await webhooks.find(id)) ?? { version: 0 };
      const [middle] = waiting.slice(1, 2);
      return whileHeld<unknown>(storage, lockPost(middle?.id), [
        () => webhooks.setOn(id, version, false, other),
        () => erase([{ kind: 'lead', id: lead }]),
      ]);
    });
  });

  it('R1011 a delivery is answered by an end of its endpoint while a record is erased of which it and others wait', async () => {
    const { context, signInAs, addLead, amend, erase } = await startPersonDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { storage, webhooks, delivery } = context;
    const receiver = await startWebhookReceiver();
    receiver.answer({ status: 410 });
    const fields = { name: 'One', url: receiver.url, events: ['lead.received', 'lead.amended'] } as const;
    const other = await signInAs('admin');
    const added = await webhooks.add(fields, other);
    if (added.kind !== 'done') throw new Error('not added');
    const { id } = added.value.endpoint;
    /** The answer comes once the erasure has begun to lock. */
    const send = () => {
      receiver.hold(pause(headStartMs));
      return delivery.runDue();
    };
    const play = watchOrder(storage);
    await play(6, async () => {
      await webhooks.setOn(id, (await webhooks.find(id))?.version ?? 0, true, other);
      const lead = await addLead();
      for (let change = 0; change < 3; change++) await amend(lead, { email: `new-${change}@partner.example` });
      const posts = () => storage.db.updateTable('messages').where('channel', '=', 'webhook');
      const waiting = await storage.db
        .selectFrom('messages')
        .select('id')
        .where('channel', '=', 'webhook')
        .where('state', '=', 'waiting')
        .orderBy('id', 'desc')
        .execute();
      const [newest, middle] = waiting.map((post) => post.id);
      // Only the newest is due. The others are given up with its answer.
      await posts()
        .set({ due_at: isoAfter(context.now(), 3_600_000) })
        .where('id', '!=', newest ?? '')
        .execute();
      return whileHeld<unknown>(storage, lockPost(middle), [send, () => erase([{ kind: 'lead', id: lead }])]);
    });
    expect(receiver.received.length).toBeGreaterThan(0);
    expect((await webhooks.find(id))?.state).toBe('disabled');
  });
});
