/** A slow endpoint delays no other, and two people's simultaneous actions count once. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { emit } from './service.ts';

eachEngine((under) => {
  test('R184 an endpoint that hangs with many deliveries before it holds up neither another one nor the mails', async () => {
    const { context, signInAs } = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const admin = await signInAs('admin');
    const [slow, quick] = [await startWebhookReceiver(), await startWebhookReceiver()];
    slow.answer('hang');
    for (const { url } of [slow, quick]) {
      const added = await context.webhooks.add({ name: 'One', url, events: ['lead.changed'] }, admin);
      expect(added.kind).toBe('done');
    }
    const events = 30;
    await context.storage.transaction(async (trx) => {
      for (let n = 0; n < events; n++) {
        await emit(trx, { type: 'lead.changed', subjectId: mintId(), at: context.now().toISOString() });
      }
    });
    const running = context.delivery.runDue();
    await quick.until(events);
    // The endpoint that hangs is sent one at a time, so only its own deliveries wait.
    expect(slow.received).toHaveLength(1);
    await context.delivery.stop();
    await running;
    const rows = await context.storage.db
      .selectFrom('messages')
      .select(['recipient', 'state'])
      .where('channel', '=', 'webhook')
      .execute();
    const byState = Map.groupBy(rows, ({ state }) => state);
    expect(byState.get('sent')).toHaveLength(events);
    expect((byState.get('waiting') ?? []).length + (byState.get('unsure') ?? []).length).toBe(events);
    expect(new Set(quick.received.map(({ headers }) => headers['webhook-id'])).size).toBe(events);
  });

  test('R184 of an event and the switching off of its endpoint at the same instant, no delivery is left to wait', async () => {
    const { context, signInAs } = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const admin = await signInAs('admin');
    const receiver = await startWebhookReceiver();
    const { webhooks, storage } = context;
    for (let round = 0; round < 10; round++) {
      const added = await webhooks.add({ name: 'One', url: receiver.url, events: ['lead.changed'] }, admin);
      if (added.kind !== 'done') throw new Error('not added');
      const { id, version } = added.value.endpoint;
      const at = context.now().toISOString();
      await Promise.all([
        storage.transaction((trx) => emit(trx, { type: 'lead.changed', subjectId: mintId(), at })),
        webhooks.setOn(id, version, false, admin),
        context.delivery.runDue(),
      ]);
      await context.delivery.runDue();
      const endpoint = await webhooks.find(id);
      expect(endpoint).toMatchObject({ state: 'disabled', waiting: 0 });
      await webhooks.remove(id, admin);
    }
  });

  test('R185 of two people who change an endpoint at the same instant, one does and the other is told', async () => {
    const { context, signInAs } = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const admin = await signInAs('admin');
    const { webhooks } = context;
    const fields = { name: 'One', url: 'https://dealer.example/', events: ['lead.changed'] } as const;
    const added = await webhooks.add(fields, admin);
    if (added.kind !== 'done') throw new Error('not added');
    const { id } = added.value.endpoint;
    for (let version = 1; version <= 10; version++) {
      const outcomes = await Promise.all(
        ['a', 'b', 'c'].map((name) => webhooks.edit(id, version, { ...fields, name: `${name} ${version}` }, admin)),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'changed', 'done']);
    }
  });

  test('R185 there are never more than twenty endpoints, however many are added at the same instant', async () => {
    const { context, signInAs } = await startDesk(under);
    const admin = await signInAs('admin');
    const fields = { name: 'One', url: 'https://dealer.example/', events: ['lead.changed'] } as const;
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => context.webhooks.add(fields, admin)));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(20);
    expect(await context.webhooks.list()).toHaveLength(20);
  });
});
