/** An endpoint gets a new address, is disabled or is removed while a request to it is under way. */
import { expect, test, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { webhookTimes } from '#contract/webhooks.ts';
import type { Message } from '#server/outbox/service.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { emit } from './service.ts';

async function running(under: EngineUnderTest) {
  let atMs = Date.parse('2026-11-21T21:06:00.000Z');
  const server = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' }, { now: () => new Date(atMs) });
  const admin = await server.signInAs('admin');
  const { webhooks, storage, delivery, now, messageKinds } = server.context;
  const [earlier, later] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const fields = { name: 'One', events: ['lead.changed'] } as const;
  const added = await webhooks.add({ ...fields, url: earlier.url }, admin);
  if (added.kind !== 'done') throw new Error('not added');
  const { id } = added.value.endpoint;
  const happen = () =>
    storage.transaction((trx) => emit(trx, { type: 'lead.changed', subjectId: mintId(), at: now().toISOString() }));
  const send = () => delivery.runDue();
  return {
    earlier,
    later,
    pass(ms: number) {
      atMs += ms;
    },
    happen,
    send,
    /** Acts while a delivery that then fails is under way. */
    async failMeanwhile(act: () => Promise<unknown>) {
      const gate = Promise.withResolvers<void>();
      earlier.answer({ status: 500 });
      earlier.hold(gate.promise);
      await happen();
      const sending = send();
      await earlier.until(1);
      await act();
      gate.resolve();
      await sending;
    },
    /** Acts once, when a delivery is written and has not left. */
    async actBeforeItLeaves(act: () => Promise<unknown>) {
      const kind = messageKinds.of('webhook') as { post: (message: Message) => Promise<object> };
      const write = kind.post;
      const writing = vi.spyOn(kind, 'post').mockImplementationOnce(async (message) => {
        const written = await write(message);
        await act();
        return written;
      });
      await happen();
      await send();
      expect(writing).toHaveBeenCalled();
    },
    endpoint: () => webhooks.find(id),
    post: () => storage.db.selectFrom('messages').selectAll().where('recipient', '=', id).executeTakeFirstOrThrow(),
    remove: () => webhooks.remove(id, admin),
    replay: () => webhooks.replay(id, undefined, admin),
    async switchTo(on: boolean) {
      const version = (await webhooks.find(id))?.version ?? 0;
      expect((await webhooks.setOn(id, version, on, admin)).kind).toBe('done');
    },
    async move(url: string) {
      const version = (await webhooks.find(id))?.version ?? 0;
      expect((await webhooks.edit(id, version, { ...fields, url }, admin)).kind).toBe('done');
    },
  };
}

eachEngineAlways((under) => {
  test('R309 what the earlier address answers neither disables the endpoint nor makes it fail or work', async () => {
    const { earlier, later, happen, send, endpoint, move } = await running(under);
    for (const status of [410, 500, 204]) {
      const before = (await endpoint())?.url;
      const [from, to] = before === earlier.url ? [earlier, later] : [later, earlier];
      const gate = Promise.withResolvers<void>();
      from.received.splice(0);
      from.answer({ status });
      from.hold(gate.promise);
      await happen();
      const sending = send();
      await from.until(1);
      await move(to.url);
      gate.resolve();
      await sending;
      expect(await endpoint(), `answered ${status}`).toMatchObject({ state: 'working', url: to.url });
      from.answer({ status: 204 });
      from.hold(Promise.resolve());
      await send();
    }
  });

  test('R309 an address that is new has failed for no longer than it is used', async () => {
    const { earlier, later, happen, send, endpoint, move, pass } = await running(under);
    earlier.answer({ status: 500 });
    await happen();
    await send();
    expect(await endpoint()).toMatchObject({ state: 'failing' });
    pass(webhookTimes.disableAfterMs);
    await move(later.url);
    expect(await endpoint()).toMatchObject({ state: 'working' });
    later.answer({ status: 500 });
    await happen();
    await send();
    expect(await endpoint()).toMatchObject({ state: 'failing' });
    later.answer({ status: 204 });
    await happen();
    await send();
    expect(await endpoint()).toMatchObject({ state: 'working' });
  });

  test('R999 a delivery that was under way when its endpoint was disabled waits no longer, and is replayed with the others', async () => {
    const { earlier, failMeanwhile, send, endpoint, switchTo, post, replay } = await running(under);
    await failMeanwhile(() => switchTo(false));
    expect(await endpoint()).toMatchObject({ state: 'disabled', waiting: 0, failed: 1 });
    expect(await post()).toMatchObject({ state: 'failed', lease_token: null });
    earlier.answer({ status: 204 });
    await switchTo(true);
    expect(await replay()).toEqual({ kind: 'done', value: 1 });
    await send();
    expect(await post()).toMatchObject({ state: 'sent' });
  });

  test('R999 a delivery that was under way when its endpoint was removed is given up', async () => {
    const { failMeanwhile, remove, post } = await running(under);
    await failMeanwhile(() => remove());
    expect(await post()).toMatchObject({ state: 'failed', last_error: 'The endpoint was removed.' });
  });

  test('R1004 a delivery that is written when its endpoint is removed does not leave, and is given up', async () => {
    const { earlier, actBeforeItLeaves, remove, post } = await running(under);
    await actBeforeItLeaves(remove);
    expect(earlier.received).toEqual([]);
    expect(await post()).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('The endpoint was removed.'),
    });
  });

  test('R1004 a delivery that is written when its endpoint is disabled does not leave, and is replayed with the others', async () => {
    const { earlier, actBeforeItLeaves, endpoint, switchTo, replay, send } = await running(under);
    await actBeforeItLeaves(() => switchTo(false));
    expect(earlier.received).toEqual([]);
    expect(await endpoint()).toMatchObject({ state: 'disabled', waiting: 0, failed: 1 });
    await switchTo(true);
    expect(await replay()).toEqual({ kind: 'done', value: 1 });
    await send();
    expect(earlier.received).toHaveLength(1);
  });

  test('R1004 a delivery that is written when its endpoint gets another address goes to that one alone, and counts as one try', async () => {
    const { earlier, later, actBeforeItLeaves, move, post } = await running(under);
    await actBeforeItLeaves(() => move(later.url));
    expect([earlier.received.length, later.received.length]).toEqual([0, 1]);
    expect(await post()).toMatchObject({ state: 'sent', attempts: 1 });
  });
});
