/** Webhooks from the event to the receiver, through the real app. */
import { describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#contract/webhooks.ts';
import { inquiryRecordKind } from '#server/leads/record-kinds.ts';
import { createSecretBox } from '#server/secret-box.ts';
import { startWebhookReceiver, verify } from '../../tests/fakes/webhook-receiver.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { emit } from './service.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Starts a server that may post to this machine. A test moves its clock on from the real time. */
async function start(under: EngineUnderTest) {
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const server = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' }, { now });
  const receiver = await startWebhookReceiver();
  const admin = await server.signInAs('admin');
  const { cookie } = admin;
  const { context, desk } = server;
  const { db } = context.storage;

  async function addEndpoint(events: readonly WebhookEvent[], url = receiver.url) {
    const answer = await desk('POST', '/api/desk/connections/webhooks', {
      cookie,
      body: { name: 'Back office', url, events },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json() as { endpoint: { id: string; version: number }; secret: string };
  }

  /** Reads the endpoint from the service, because no session lasts for days. */
  async function record(id: string) {
    const endpoint = await context.webhooks.find(id);
    if (!endpoint) throw new Error('there is no such endpoint');
    const { deliveries } = await context.webhooks.deliveries(id, undefined);
    return { endpoint, deliveries };
  }

  return {
    ...server,
    receiver,
    cookie,
    admin,
    addEndpoint,
    record,
    /** Posts a lead and sends what is due. */
    async lead() {
      const answer = await server.send('inquiry', inquiryParams({}));
      expect(answer.status).toBe(200);
    },
    deliver: () => context.delivery.runDue(),
    ahead(ms: number) {
      aheadMs += ms;
    },
    triesOf: () => db.selectFrom('webhook_tries').selectAll().orderBy('seq').execute(),
    posts: () => db.selectFrom('messages').selectAll().where('channel', '=', 'webhook').execute(),
  };
}

eachEngine((under) => {
  describe('R183 a webhook', () => {
    test('R534 a cursor that is none of the deliveries is refused, instead of beginning anew', async () => {
      const { desk, cookie, addEndpoint } = await start(under);
      const { endpoint } = await addEndpoint(['lead.received']);
      const path = `/api/desk/connections/webhooks/${endpoint.id}`;
      expect((await desk('GET', `${path}?cursor=garbage`, { cookie })).status).toBe(422);
      expect((await desk('GET', path, { cookie })).status).toBe(200);
    });

    test('says what happened, signed so that the library of receivers verifies it', async () => {
      const { receiver, addEndpoint, lead, deliver, context } = await start(under);
      const { secret } = await addEndpoint(['lead.received']);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      await lead();
      await deliver();
      expect(receiver.received).toHaveLength(1);
      const [one] = receiver.received;
      if (!one) throw new Error('nothing was received');
      const stored = await context.storage.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
      const { type, timestamp, data } = verify(secret, one);
      expect({ type, timestamp }).toEqual({ type: 'lead.received', timestamp: stored.created_at });
      expect(data).toMatchObject({ id: stored.id, reference: stored.reference, status: 'new', form: 'inquiry' });
      expect(one.headers['content-type']).toBe('application/json');
      expect(one.headers['webhook-id']).toMatch(/^evt_[\w-]+$/);
      expect(() => verify('whsec_AAAA', one)).toThrow('No matching signature found');
      expect(() => verify(secret, { ...one, body: `${one.body} ` })).toThrow('No matching signature found');
    });

    test('is written for the events that an endpoint chose, and for no other', async () => {
      const { addEndpoint, lead, posts, ask, sessionFor, shared, context } = await start(under);
      await lead();
      expect(await posts()).toEqual([]);
      await addEndpoint(['request.created', 'request.ended']);
      const id = await ask(await sessionFor(shared.code));
      const events = await context.storage.db.selectFrom('webhook_events').selectAll().execute();
      expect(events).toMatchObject([{ type: 'request.created', subject_id: id }]);
      expect(await posts()).toMatchObject([{ subject_id: events[0]?.id, state: 'waiting' }]);
    });

    test('is written with what happened or not at all', async () => {
      const { addEndpoint, posts, context } = await start(under);
      await addEndpoint(['dealership.created']);
      const undone = new Error('undone');
      const event = { type: 'dealership.created', subjectId: 'd', at: context.now().toISOString() } as const;
      const work = context.storage.transaction(async (trx) => {
        await emit(trx, event);
        throw undone;
      });
      await expect(work).rejects.toBe(undone);
      expect(await posts()).toEqual([]);
    });

    test('keeps ids and no words of the lead while it waits, and says that the lead is gone once it is', async () => {
      const { addEndpoint, lead, deliver, receiver, context, posts } = await start(under);
      const { secret } = await addEndpoint(['lead.received']);
      await lead();
      const rows = JSON.stringify([
        await posts(),
        await context.storage.db.selectFrom('webhook_events').selectAll().execute(),
      ]);
      expect(rows).not.toMatch(/harbor|quill|0148/i);
      const { db } = context.storage;
      const { id } = await db.selectFrom('leads').select('id').executeTakeFirstOrThrow();
      await db.updateTable('webhook_events').set({ subject_id: 'erased' }).where('subject_id', '=', id).execute();
      await deliver();
      const [one] = receiver.received;
      if (!one) throw new Error('nothing was received');
      expect(verify(secret, one).data).toEqual({ id: 'erased', gone: true });
    });
  });

  test('R183 what was sent of a lead is blanked in the log when the lead is erased, and its endpoint hears of it', async () => {
    const { addEndpoint, lead, deliver, receiver, context, triesOf } = await start(under);
    const { secret } = await addEndpoint(['lead.received', 'lead.changed']);
    receiver.answer({ status: 200, body: 'kept Ada Quill' });
    await lead();
    await deliver();
    const { id } = await context.storage.db.selectFrom('leads').select('id').executeTakeFirstOrThrow();
    expect(JSON.stringify(await triesOf())).toContain('Quill');
    const at = context.now().toISOString();
    const { storage } = context;
    await storage.transaction((trx) => inquiryRecordKind.erase(trx, [id], at));
    expect(JSON.stringify(await triesOf())).not.toMatch(/quill|harbor/i);
    await deliver();
    const last = receiver.received.at(-1);
    if (!last) throw new Error('nothing was received');
    expect(verify(secret, last)).toMatchObject({ type: 'lead.changed', data: { id, answers: {}, erasedAt: at } });
  });

  describe('R184 a receiver', () => {
    test('that answers 500 gets it again with the same webhook-id, and loses nothing', async () => {
      const { addEndpoint, lead, deliver, receiver, ahead, record, triesOf } = await start(under);
      const { endpoint } = await addEndpoint(['lead.received']);
      receiver.answer({ status: 500, body: 'out of order' });
      await lead();
      await deliver();
      expect((await record(endpoint.id)).endpoint).toMatchObject({ state: 'failing', waiting: 1, failed: 0 });
      receiver.answer({ status: 200, body: 'thanks' });
      ahead(minuteMs);
      await deliver();
      const [first, second] = receiver.received;
      expect(receiver.received).toHaveLength(2);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
      expect(second?.body).toBe(first?.body);
      const { endpoint: after, deliveries } = await record(endpoint.id);
      expect(after).toMatchObject({ state: 'working', waiting: 0, failed: 0 });
      expect(deliveries).toMatchObject([{ event: { type: 'lead.received' }, state: 'sent', attempts: 2 }]);
      expect(await triesOf()).toMatchObject([
        { attempt: 1, result: 'later', status: 500, answer: 'out of order', address: '127.0.0.1' },
        { attempt: 2, result: 'sent', status: 200, answer: 'thanks', request_body: first?.body },
      ]);
    });

    test('that redirects is not followed', async () => {
      const { addEndpoint, lead, deliver, receiver, triesOf } = await start(under);
      await addEndpoint(['lead.received']);
      receiver.answer({ status: 307, headers: { location: `http://127.0.0.1:${receiver.port}/elsewhere` } });
      await lead();
      await deliver();
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
      expect(await triesOf()).toMatchObject([{ result: 'later', status: 307 }]);
    });

    test('that fails for five days is disabled once, what waits is given up, and the operator is told by mail alone', async () => {
      const { addEndpoint, lead, deliver, receiver, ahead, record, context } = await start(under);
      const { endpoint } = await addEndpoint(['lead.received']);
      receiver.answer({ status: 500 });
      await lead();
      for (let day = 0; day < 9; day++) {
        await deliver();
        ahead(dayMs);
      }
      const { endpoint: after, deliveries } = await record(endpoint.id);
      expect(after).toMatchObject({ state: 'disabled', disabled_why: 'failing', waiting: 0, failed: 1 });
      expect(deliveries).toMatchObject([{ state: 'failed' }]);
      const alerts = await context.storage.db.selectFrom('alerts').selectAll().execute();
      expect(alerts.filter(({ kind }) => kind === 'webhook-disabled')).toHaveLength(1);
      expect(alerts.filter(({ kind }) => /failed|unattended/.test(kind))).toEqual([]);
      // No further delivery is queued for it.
      const before = receiver.received.length;
      await lead();
      ahead(dayMs);
      await deliver();
      expect(receiver.received).toHaveLength(before);
    });

    test('that answers 410 is disabled at once, and gets what it missed when it is switched on and that is replayed', async () => {
      const { addEndpoint, lead, deliver, receiver, record, desk, cookie } = await start(under);
      const { endpoint, secret } = await addEndpoint(['lead.received']);
      receiver.answer({ status: 410 });
      await lead();
      await deliver();
      const { endpoint: gone } = await record(endpoint.id);
      expect(gone).toMatchObject({ state: 'disabled', disabled_why: 'gone' });
      const path = `/api/desk/connections/webhooks/${endpoint.id}`;
      expect((await desk('POST', `${path}/replay`, { cookie })).status).toBe(422);
      receiver.answer({ status: 204 });
      const on = await desk('POST', `${path}/switch`, { cookie, body: { version: gone.version, on: true } });
      expect(on.json()).toMatchObject({ state: 'working' });
      await deliver();
      expect((await desk('POST', `${path}/replay`, { cookie })).json()).toEqual({ count: 1 });
      await deliver();
      expect((await record(endpoint.id)).deliveries).toMatchObject([{ state: 'sent' }]);
      expect(receiver.received).toHaveLength(2);
      for (const one of receiver.received) expect(verify(secret, one).type).toBe('lead.received');
    });
  });

  describe('R185 a secret', () => {
    test('is shown once, encrypted, and after a rotation the earlier one signs beside it for a day', async () => {
      const { addEndpoint, lead, deliver, receiver, ahead, desk, cookie, context, admin } = await start(under);
      const { endpoint, secret } = await addEndpoint(['lead.received']);
      const path = `/api/desk/connections/webhooks/${endpoint.id}`;
      const rotated = (await desk('POST', `${path}/rotate`, { cookie, body: { version: 1 } })).json() as {
        secret: string;
      };
      const rows = JSON.stringify(await context.storage.db.selectFrom('webhook_endpoints').selectAll().execute());
      for (const one of [secret, rotated.secret]) {
        expect(rows).not.toContain(one);
        expect((await desk('GET', path, { cookie })).text).not.toContain(one);
      }
      await lead();
      await deliver();
      const [first] = receiver.received;
      if (!first) throw new Error('nothing was received');
      expect(first.headers['webhook-signature']?.split(' ')).toHaveLength(2);
      expect(verify(secret, first).type).toBe('lead.received');
      expect(verify(rotated.secret, first).type).toBe('lead.received');
      ahead(dayMs + 1);
      await context.webhooks.test(endpoint.id, admin);
      await deliver();
      const last = receiver.received.at(-1);
      expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    });

    test('R520 that was encrypted with a lost key is rotated once, and the new one signs at once', async () => {
      const { addEndpoint, lead, deliver, receiver, desk, cookie, context, posts, admin } = await start(under);
      const { endpoint, secret } = await addEndpoint(['lead.received']);
      const sealed_secret = createSecretBox('a key that was lost, of 32 characters').encrypt('webhook-secret', secret);
      await context.storage.db.updateTable('webhook_endpoints').set({ sealed_secret }).execute();
      await lead();
      await deliver();
      expect([receiver.received.length, (await posts()).map(({ state }) => state)]).toEqual([0, ['failed']]);
      const path = `/api/desk/connections/webhooks/${endpoint.id}`;
      const rotated = (await desk('POST', `${path}/rotate`, { cookie, body: { version: 1 } })).json() as {
        secret: string;
      };
      await context.webhooks.test(endpoint.id, admin);
      await deliver();
      const [first] = receiver.received;
      if (!first) throw new Error('nothing was received');
      expect(first.headers['webhook-signature']?.split(' ')).toHaveLength(1);
      expect(verify(rotated.secret, first).type).toBe('endpoint.test');
    });
  });

  test('R587 a delivery that is being sent is not said to be sent again', async () => {
    const { addEndpoint, receiver, deliver, context, desk, cookie, posts, admin } = await start(under);
    const { endpoint } = await addEndpoint(['lead.received']);
    receiver.answer({ status: 204 });
    await context.webhooks.test(endpoint.id, admin);
    await deliver();
    const [post] = await posts();
    const path = `/api/desk/connections/webhooks/${endpoint.id}/deliveries/${post?.id}/replay`;
    const lease_until = new Date(Date.now() + minuteMs).toISOString();
    await context.storage.db
      .updateTable('messages')
      .set({ lease_until })
      .where('id', '=', post?.id ?? '')
      .execute();
    expect((await desk('POST', path, { cookie, body: {} })).status).toBe(409);
    await context.storage.db.updateTable('messages').set({ lease_until: null }).execute();
    expect((await desk('POST', path, { cookie, body: {} })).status).toBe(200);
  });

  test('R186 webhooks that fail are in no list of messages, in no count of what needs a person, and raise no alert', async () => {
    const { addEndpoint, lead, deliver, receiver, ahead, context, posts } = await start(under);
    await addEndpoint(['lead.received']);
    receiver.answer({ status: 500 });
    await lead();
    for (let day = 0; day < 7; day++) {
      await deliver();
      ahead(dayMs);
    }
    expect(await posts()).toMatchObject([{ state: 'failed' }]);
    expect((await context.delivery.unfinished()).failed).toBe(0);
    await context.alerts.sweep();
    const kinds = (await context.storage.db.selectFrom('alerts').select('kind').execute()).map(({ kind }) => kind);
    expect(kinds).toEqual(['webhook-disabled']);
    const [post] = await posts();
    expect(await context.messages.find(post?.id ?? '')).toBeUndefined();
    const listed = await context.messages.list({ limit: 100 });
    expect(listed.filter(({ kind }) => kind === 'webhook')).toEqual([]);
  });
});
