/** Web Push, against a push service of our own that checks the signature and decrypts what it gets. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createContext } from '#server/context.ts';
import { type FakeBrowser, startPushService } from '../../tests/fakes/push-service.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';

const pushPath = '/api/desk/push';

const hourMs = 60 * 60_000;

async function start(under: EngineUnderTest) {
  const service = await startPushService();
  onTestFinished(() => service.stop());
  const waits: number[] = [];
  let gate = Promise.resolve();
  /** Holds every wait until the returned function is called. */
  const holdWaits = () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    return held.resolve;
  };
  const pushWait = async (ms: number) => {
    waits.push(ms);
    await gate;
  };
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const overrides = { now, pushCa: service.certificate, pushWait };
  const desk = await startDesk(under, { ON_SHIFT: '', PUSH_HOSTS: service.host }, overrides);
  const { context } = desk;
  const { db } = context.storage;
  onTestFinished(() => context.push.stop());

  const subscribe = ({ cookie }: SignedIn, browser: Pick<FakeBrowser, 'subscription'>) =>
    desk.desk('POST', pushPath, { cookie, body: browser.subscription });
  /** Somebody on shift with a browser that is subscribed. */
  async function rungBy(name: string, role: 'agent' | 'admin' = 'agent') {
    const person = await desk.signInAs(role);
    await db
      .updateTable('people')
      .set({ on_shift_at: now().toISOString() })
      .where('id', '=', person.personId)
      .execute();
    const browser = service.browser(name);
    expect(await subscribe(person, browser)).toMatchObject({ status: 204 });
    return person;
  }
  const request = async () => desk.ask(await desk.sessionFor(desk.shared.code));
  const subscriptions = () => db.selectFrom('push_subscriptions').selectAll().execute();
  /** Looks for what rings, and waits until so many pushes have arrived. */
  async function ring(pushes: number) {
    const before = service.received.length;
    await context.ringing.look();
    await expect.poll(() => service.received.length - before).toBe(pushes);
    return service.received.slice(before);
  }
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  return { ...desk, service, waits, holdWaits, subscribe, rungBy, request, subscriptions, ring, pass, overrides };
}

eachEngine((under) => {
  describe('R93 a push', () => {
    it('reaches every browser of who is rung, signed and encrypted, and carries the id of the request alone', async () => {
      const { rungBy, request, ring, service, desk, signInAs, subscribe } = await start(under);
      const ada = await rungBy('ada-phone');
      await subscribe(ada, service.browser('ada-desk'));
      await rungBy('bo');
      await subscribe(await signInAs('agent'), service.browser('off-shift'));
      const id = await request();
      const received = await ring(3);
      expect(received.map(({ browser }) => browser).sort()).toEqual(['ada-desk', 'ada-phone', 'bo']);
      const { publicKey } = (await desk('GET', pushPath, { cookie: ada.cookie })).json() as { publicKey: string };
      for (const { text, headers, claims, key } of received) {
        expect(JSON.parse(text)).toEqual({ ring: id });
        expect(headers).toMatchObject({ ttl: '60', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
        expect(headers['topic']).not.toContain(id);
        expect(key).toBe(publicKey);
        expect(claims.sub).toMatch(/^mailto:/);
      }
      expect(service.faults).toEqual([]);
    });

    it('is tried again while the service has trouble, as long as it rings, and no longer', async () => {
      const { rungBy, request, ring, service, waits, holdWaits, context } = await start(under);
      const ada = await rungBy('ada');
      service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '7' } });
      await request();
      await ring(1);
      expect(waits).toEqual([2000, 7000]);
      // Somebody accepts while the push waits to be tried again.
      const release = holdWaits();
      service.answers.push({ status: 500 });
      const id = await request();
      await context.ringing.look();
      await expect.poll(() => waits).toHaveLength(3);
      await context.agentRequests.step('accept', id, { personId: ada.personId, name: ada.name });
      await context.ringing.look();
      release();
      const dropped = async () =>
        (await context.metrics.pushes.get()).values.find(({ labels }) => labels.outcome === 'dropped')?.value;
      await expect.poll(dropped).toBe(1);
      expect(service.received).toHaveLength(1);
    });

    it('is tried again when the service only agrees to another protocol', async () => {
      const { rungBy, request, ring, service, waits } = await start(under);
      await rungBy('ada');
      service.answers.push({ status: 101, headers: { connection: 'upgrade', upgrade: 'websocket' } });
      await request();
      await ring(1);
      expect(waits).toEqual([2000]);
    });

    it('that the service does not take stays one push: a long wait, a refusal and a silent service are left to the ring', async () => {
      const { rungBy, request, service, waits, context, pass, ring } = await start(under);
      await rungBy('ada');
      for (const answer of [{ status: 429, headers: { 'retry-after': '3600' } }, { status: 400 }, { status: 403 }]) {
        service.answers.push(answer);
        await request();
        await context.ringing.look();
        await expect.poll(() => service.answers).toEqual([]);
      }
      expect(service.received).toEqual([]);
      expect(waits).toEqual([]);
      pass(20_000);
      expect(await ring(3)).toHaveLength(3);
    });

    it('to a browser that is gone deletes its subscription, and the others go on', async () => {
      const { rungBy, request, ring, service, subscriptions, context } = await start(under);
      await rungBy('ada');
      await rungBy('bo');
      service.forget('ada');
      await request();
      await ring(1);
      await expect.poll(async () => (await subscriptions()).length).toBe(1);
      service.answers.push({ status: 404 });
      await request();
      await context.ringing.look();
      await expect.poll(subscriptions).toEqual([]);
    });
  });

  describe('R93 a subscription', () => {
    it('ends with its session, with its person and their role, and stays while a session is merely idle', async () => {
      const { rungBy, subscriptions, context, pass } = await start(under);
      const { db } = context.storage;
      const [ended, removed, demoted, idle] = [
        await rungBy('a'),
        await rungBy('b'),
        await rungBy('c'),
        await rungBy('d', 'admin'),
      ];
      await context.storage.transaction((trx) => context.signIn.sessions.end(ended.personId, ended.sessionId, trx));
      await db
        .updateTable('people')
        .set({ removed_at: new Date().toISOString() })
        .where('id', '=', removed.personId)
        .execute();
      await db.updateTable('people').set({ role: 'viewer' }).where('id', '=', demoted.personId).execute();
      await db.updateTable('people').set({ on_shift_at: null }).where('id', '=', idle.personId).execute();
      pass(60 * 60_000);
      await context.push.purge();
      expect((await subscriptions()).map(({ person_id }) => person_id)).toEqual([idle.personId]);
      pass(12 * 60 * 60_000);
      await context.push.purge();
      expect(await subscriptions()).toEqual([]);
    });

    it('R148 of an admin on call outlives the 12 hours of its session, until they go off call, sign out or two weeks pass', async () => {
      const { rungBy, subscriptions, context, pass } = await start(under);
      const { db } = context.storage;
      const put = (id: string, at: string | null) =>
        db.updateTable('people').set({ on_call_at: at }).where('id', '=', id).execute();
      const left = async () => {
        await context.push.purge();
        await context.pruning.prune();
        return (await subscriptions()).map(({ person_id }) => person_id);
      };
      const [onCall, offCall, out] = [
        await rungBy('a', 'admin'),
        await rungBy('b', 'admin'),
        await rungBy('c', 'admin'),
      ];
      for (const { personId } of [onCall, offCall, out]) await put(personId, context.now().toISOString());
      pass(13 * hourMs);
      expect(await left()).toHaveLength(3);
      await put(offCall.personId, null);
      await context.storage.transaction((trx) => context.signIn.sessions.endAll(trx, out.personId));
      expect(await left()).toEqual([onCall.personId]);
      pass(13 * 24 * hourMs);
      expect(await left()).toEqual([onCall.personId]);
      pass(24 * hourMs);
      expect(await left()).toEqual([]);
    });

    it('that is over is not pushed to, although nothing has deleted it yet', async () => {
      const { rungBy, request, service, context, subscriptions } = await start(under);
      const ada = await rungBy('ada');
      await context.storage.transaction((trx) => context.signIn.sessions.end(ada.personId, ada.sessionId, trx));
      await request();
      await context.ringing.look();
      await expect.poll(subscriptions).toEqual([]);
      expect(service.received).toEqual([]);
    });

    it('is one for each browser, belongs to whoever subscribed last, and ends when its person says so, nobody else', async () => {
      const { rungBy, signInAs, subscribe, subscriptions, service, desk } = await start(under);
      const ada = await rungBy('ada');
      const shared = service.browser('shared');
      await Promise.all([1, 2, 3].map(() => subscribe(ada, shared)));
      expect(await subscriptions()).toHaveLength(2);
      const bo = await signInAs('agent');
      await subscribe(bo, shared);
      expect((await subscriptions()).map(({ person_id }) => person_id).sort()).toEqual(
        [ada.personId, bo.personId].sort(),
      );
      const end = (cookie: string) =>
        desk('POST', `${pushPath}/unsubscribe`, { cookie, body: { endpoint: shared.subscription.endpoint } });
      expect(await end(ada.cookie)).toMatchObject({ status: 204 });
      expect(await subscriptions()).toHaveLength(2);
      expect(await end(bo.cookie)).toMatchObject({ status: 204 });
      expect(await end(bo.cookie)).toMatchObject({ status: 204 });
      expect((await subscriptions()).map(({ person_id }) => person_id)).toEqual([ada.personId]);
      for (let n = 0; n < 12; n++) await subscribe(bo, service.browser(`bo-${n}`));
      expect((await subscriptions()).filter(({ person_id }) => person_id === bo.personId)).toHaveLength(10);
    });

    it('leads to known push services alone: not into this machine, a private network, or to another scheme or port', async () => {
      const { signInAs, subscribe, service, subscriptions } = await start(under);
      const person = await signInAs('agent');
      const { keys } = service.browser('x').subscription;
      const refused = [
        'https://127.0.0.1/x',
        'https://localhost/x',
        'https://localhost:1/x',
        'https://169.254.169.254/latest/meta-data',
        'https://[::1]/x',
        'https://10.0.0.1/x',
        'https://push.example/x',
        'https://fcm.googleapis.com.evil.example/x',
        'https://evilfcm.googleapis.com.example/x',
        'https://fcm.googleapis.com:8443/x',
        'http://fcm.googleapis.com/x',
        'https://user@fcm.googleapis.com/x',
        `http://${service.host}/x`,
      ];
      for (const endpoint of refused) {
        expect(await subscribe(person, { subscription: { endpoint, keys } }), endpoint).toMatchObject({ status: 422 });
      }
      const taken = [
        'https://fcm.googleapis.com/fcm/send/x',
        'https://updates.push.services.mozilla.com/wpush/v2/x',
        'https://web.push.apple.com/x',
        'https://wns2-by3p.notify.windows.com/w/?token=x',
      ];
      for (const endpoint of taken) {
        expect(await subscribe(person, { subscription: { endpoint, keys } }), endpoint).toMatchObject({ status: 204 });
      }
      expect(await subscriptions()).toHaveLength(taken.length);
    });
  });

  describe('R138 texts that have not been arriving', () => {
    it('are told to the browsers of the people on shift, once, whichever server sees it', async () => {
      const { context, overrides, rungBy, signInAs, subscribe, service, pass } = await start(under);
      const { db } = context.storage;
      await rungBy('ida');
      await rungBy('tove');
      const off = await signInAs('agent');
      await subscribe(off, service.browser('off-shift'));
      const at = new Date(context.now().getTime() - hourMs).toISOString();
      await db
        .insertInto('messages')
        .values({
          id: mintId(),
          channel: 'sms',
          kind: 'shift-test' as never,
          subject_id: mintId(),
          recipient: '+12075550131',
          state: 'failed',
          failed_at: at,
          created_at: at,
          due_at: at,
        })
        .execute();
      const replica = createContext(
        { ...context.config, logLevel: 'silent' },
        { siteDir: context.siteDir, ...overrides },
      );
      onTestFinished(async () => {
        await replica.push.stop();
        await replica.storage.close();
      });
      const look = () => Promise.all([context, replica, context].map(({ alerts }) => alerts.sweep()));
      for (let round = 0; round < 3; round++) await look();
      await expect.poll(() => service.received.length).toBe(2);
      pass(hourMs);
      for (let round = 0; round < 3; round++) await look();
      expect(service.received.map(({ browser, text }) => [browser, text]).toSorted()).toEqual([
        ['ida', '{"failed":"sms"}'],
        ['tove', '{"failed":"sms"}'],
      ]);
    });
  });

  describe('R93 the keys', () => {
    it('are made once by two servers that start at the same instant, encrypted, and the same after a restart', async () => {
      for (let round = 0; round < 5; round++) {
        const { context, overrides } = await start(under);
        const replica = () => {
          const other = createContext(
            { ...context.config, logLevel: 'silent' },
            { siteDir: context.siteDir, ...overrides },
          );
          onTestFinished(() => other.storage.close());
          return other;
        };
        const keys = await Promise.all([context, replica(), replica()].map(({ push }) => push.publicKey()));
        keys.push(await replica().push.publicKey());
        expect(new Set(keys).size).toBe(1);
        const rows = await context.storage.db.selectFrom('push_keys').selectAll().execute();
        expect(rows).toHaveLength(1);
        expect(Buffer.from(rows[0]?.sealed_private_key ?? '', 'base64url').length).toBeGreaterThan(12 + 16 + 32);
      }
    });

    it('are made anew when the key of the server is another one, and the browsers that they were for subscribe again', async () => {
      const { context, rungBy, subscriptions, overrides } = await start(under);
      await rungBy('ada');
      const before = await context.push.publicKey();
      const lines: string[] = [];
      const config = { ...context.config, secretKey: 'another key, of forty characters or more.' };
      const other = createContext(config, {
        siteDir: context.siteDir,
        ...overrides,
        logDestination: { write: (line) => void lines.push(line) },
      });
      onTestFinished(() => other.storage.close());
      expect(await other.push.publicKey()).not.toBe(before);
      expect(await subscriptions()).toEqual([]);
      expect(lines.join('')).toContain('every browser has to subscribe again');
    });
  });
});
