/** An endpoint for which more deliveries wait, or have failed, than one statement may change. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { MessageState } from '#server/outbox/tables.ts';
import { isoAfter } from '#server/times.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { insertMany } from '../../tests/support/heard-queries.ts';
import { emit } from './service.ts';
import { insertEvent } from './store.ts';

/** A slice and a half. */
const posts = 1500;
const mostAtOnce = 1000;
const dayMs = 24 * 60 * 60_000;

eachEngine((under) => {
  /** An endpoint with many deliveries in one state. They are due in a day, as after many failed tries. */
  async function start(state: MessageState) {
    const { context, signInAs } = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const admin = await signInAs('admin');
    const receiver = await startWebhookReceiver();
    const { webhooks, storage, delivery } = context;
    const added = await webhooks.add({ name: 'One', url: receiver.url, events: ['lead.changed'] }, admin);
    if (added.kind !== 'done') throw new Error('not added');
    const { id } = added.value.endpoint;
    const at = context.now().toISOString();
    const event = { id: mintId(), type: 'lead.changed', subject_id: mintId(), at } as const;
    await storage.transaction((trx) => insertEvent(trx, event));
    await insertMany(storage, 'messages', posts, () => ({
      id: mintId(),
      kind: 'webhook' as const,
      channel: 'webhook' as const,
      subject_id: event.id,
      recipient: id,
      state,
      created_at: at,
      due_at: isoAfter(context.now(), dayMs),
      failed_at: state === 'failed' ? at : null,
    }));
    return {
      admin,
      receiver,
      webhooks,
      storage,
      delivery,
      id,
      now: context.now,
      switchTo: async (on: boolean) => webhooks.setOn(id, (await webhooks.find(id))?.version ?? 0, on, admin),
      /** The numbers of its deliveries by their state. */
      async byState() {
        const rows = await storage.db.selectFrom('messages').select('state').where('recipient', '=', id).execute();
        return Object.fromEntries(
          Map.groupBy(rows, (row) => row.state)
            .entries()
            .map(([name, { length }]) => [name, length]),
        );
      },
      /** Makes all that wait due. */
      makeDue: () =>
        storage.db
          .updateTable('messages')
          .set({ due_at: at })
          .where('recipient', '=', id)
          .where('state', '=', 'waiting')
          .execute(),
    };
  }

  const givenUp = { failed: mostAtOnce, waiting: posts - mostAtOnce };

  test('R1059 disabling an endpoint gives up only a slice of what waits, and the maintenance of any server the rest', async () => {
    const { delivery, switchTo, byState } = await start('waiting');
    expect(await switchTo(false)).toMatchObject({ kind: 'done', value: { state: 'disabled' } });
    expect(await byState()).toEqual(givenUp);
    await delivery.maintain();
    expect(await byState()).toEqual({ failed: posts });
  });

  test('R1059 removing an endpoint gives up only a slice of what waits, and the maintenance of any server the rest', async () => {
    const { delivery, webhooks, id, admin, byState } = await start('waiting');
    expect((await webhooks.remove(id, admin)).kind).toBe('done');
    expect(await byState()).toEqual(givenUp);
    await delivery.maintain();
    expect(await byState()).toEqual({ failed: posts });
  });

  test('R1059 an endpoint that its receiver ends has a slice given up with each answer, and the rest by the maintenance', async () => {
    const { delivery, receiver, storage, now, byState } = await start('waiting');
    receiver.answer({ status: 410 });
    await storage.transaction((trx) =>
      emit(trx, { type: 'lead.changed', subjectId: mintId(), at: isoAfter(now(), 0) }),
    );
    await delivery.runDue();
    expect(receiver.received).toHaveLength(1);
    // The one that was sent is among those given up, because it is due first.
    expect(await byState()).toEqual({ failed: mostAtOnce, waiting: posts + 1 - mostAtOnce });
    await delivery.maintain();
    expect(await byState()).toEqual({ failed: posts + 1 });
  });

  test('R1059 what waits for a disabled endpoint and is due is given up by the worker, without being sent', async () => {
    const { delivery, receiver, switchTo, makeDue, byState } = await start('waiting');
    await makeDue();
    await switchTo(false);
    await delivery.runDue();
    expect(await byState()).toEqual({ failed: posts });
    expect(receiver.received).toEqual([]);
  });

  test('R1059 what still waits when an endpoint is switched on again is sent, and not given up', async () => {
    const { delivery, receiver, switchTo, makeDue, byState } = await start('waiting');
    await switchTo(false);
    await switchTo(true);
    await delivery.maintain();
    await makeDue();
    await delivery.runDue();
    expect(await byState()).toEqual({ failed: mostAtOnce, sent: posts - mostAtOnce });
    expect(receiver.received).toHaveLength(posts - mostAtOnce);
  });

  test('R1059 replaying all that failed takes them in slices, each once, and says how many there were', async () => {
    const { webhooks, id, admin, byState, storage } = await start('failed');
    const slices: number[] = [];
    const { transaction } = storage;
    Object.assign(storage, {
      transaction: async (work: never) => {
        const before = (await byState())['waiting'] ?? 0;
        const outcome = await transaction(work);
        slices.push(((await byState())['waiting'] ?? 0) - before);
        return outcome;
      },
    });
    expect(await webhooks.replay(id, undefined, admin)).toEqual({ kind: 'done', value: posts });
    expect(slices.filter((count) => count > 0)).toEqual([mostAtOnce, posts - mostAtOnce]);
    const audited = await storage.db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'webhook-replayed')
      .execute();
    expect(audited).toHaveLength(1);
  });

  test('R1059 a replay of all and a disabling at the same instant leave nothing to wait', async () => {
    const { delivery, webhooks, id, admin, switchTo, byState } = await start('failed');
    for (let round = 0; round < 3; round++) {
      const [replayed] = await Promise.all([webhooks.replay(id, undefined, admin), switchTo(false)]);
      expect(['done', 'refused']).toContain(replayed.kind);
      await delivery.maintain();
      expect(await byState()).toEqual({ failed: posts });
      await switchTo(true);
    }
  });
});
