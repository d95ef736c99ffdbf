/** Tests that the server finds out the state of every line of the first hour by looking. */
import { describe, expect, it } from 'vitest';
import type { DeskCounts } from '#contract/desk/count-endpoints.ts';
import { firstHourTimes } from '#contract/desk/first-hour.ts';
import type { FirstHourView } from '#contract/desk/first-hour-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { isoAfter } from '#server/times.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const path = '/api/desk/first-hour';
const hourMs = 3_600_000;

eachEngine((under) => {
  async function running(env: Record<string, string> = {}) {
    const clock = testClock();
    const server = await startDesk(under, { PUBLIC_URL: 'https://desk.example', ...env }, { now: clock.now });
    const admin = await server.signInAs('admin', { name: 'Ida Brandt' });
    const { storage } = server.context;
    const view = async () => (await server.desk('GET', path, { cookie: admin.cookie })).json() as FirstHourView;
    const post = (name: string, body: object = {}) =>
      server.desk('POST', `${path}/${name}`, { body, cookie: admin.cookie });
    const counts = async (cookie = admin.cookie) =>
      (await server.desk('GET', '/api/desk/counts', { cookie })).json() as DeskCounts;
    const setPhone = (phone: string) =>
      storage.db.updateTable('people').set({ phone }).where('id', '=', admin.personId).execute();
    return { ...server, clock, admin, view, post, counts, setPhone };
  }

  describe('R140 the first hour', () => {
    it('says of a test mail what the mail server said, and at which step it was not taken', async () => {
      const smtp = await startFakeSmtp();
      try {
        const { view, post, clock } = await running({
          SMTP_URL: smtp.url,
          MAIL_FROM: 'desk@boxline.example',
          MAIL_TO: 'us@boxline.example',
        });
        expect((await view()).mail).toMatchObject({ state: 'open', configured: true, last: null });
        await smtp.misbehave({ kind: 'reply', at: 'recipient', code: 550, text: 'no such user' });
        await post('mail', { to: 'ida@boxline.example' });
        expect((await view()).mail).toMatchObject({
          state: 'open',
          last: { taken: false, step: 'recipient', said: expect.stringContaining('550'), advice: expect.any(String) },
        });
        await smtp.repair();
        expect((await post('mail', { to: 'ida@boxline.example' })).status).toBe(429);
        clock.advance(10_000);
        await post('mail', { to: 'ida@boxline.example' });
        expect((await view()).mail).toMatchObject({ state: 'done', last: { taken: true, step: null } });
        expect((await post('mail', { to: 'nobody' })).status).toBe(422);
      } finally {
        await smtp.stop();
      }
    });

    it('R1098 counts a test mail whose answer never came, as of a server that was killed, as none', async () => {
      const { view, clock, context, admin } = await running({
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'desk@boxline.example',
        MAIL_TO: 'us@boxline.example',
      });
      const created_at = clock.now().toISOString();
      const test = { id: mintId(), kind: 'mail', recipient: 'ida@boxline.example', person_id: admin.personId } as const;
      await context.storage.db
        .insertInto('test_sends')
        .values({ ...test, created_at })
        .execute();
      const before = await view();
      expect(before.mail).toMatchObject({ state: 'open', last: { isAsked: true } });
      expect(before.changesAt).toBe(isoAfter(created_at, firstHourTimes.mailAnswerForMs));
      clock.advance(firstHourTimes.mailAnswerForMs);
      expect((await view()).mail).toMatchObject({ state: 'open', last: { isAsked: false, step: null } });
      // Mails that were sent show that the line works.
      const sent = { id: mintId(), kind: 'lead-operator', channel: 'mail', recipient: 'us@boxline.example' } as const;
      const about = {
        subject_id: mintId(),
        state: 'sent',
        created_at,
        due_at: created_at,
        sent_at: created_at,
      } as const;
      await context.storage.db
        .insertInto('messages')
        .values({ ...sent, ...about })
        .execute();
      expect((await view()).mail).toMatchObject({ state: 'done' });
    });

    it('sends one test of a kind, however many press at the same instant', async () => {
      const sms = await startFakeSms();
      const { post, view, setPhone, context, clock } = await running(sms.env);
      expect((await post('text')).status).toBe(422);
      await setPhone('+12075550131');
      for (let round = 1; round <= 5; round++) {
        const answers = await Promise.all([post('text'), post('text'), post('text')]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
        await context.delivery.runDue();
        expect(sms.texts).toHaveLength(round);
        clock.advance(10_000);
      }
      expect((await view()).texts).toMatchObject({ state: 'done', last: { to: '+12075550131', state: 'sent' } });
    });

    it('knows that links arrive once somebody pressed the button of one; opening it changes nothing', async () => {
      const sms = await startFakeSms();
      const { app, post, view, setPhone, context, admin, clock } = await running(sms.env);
      await setPhone('+12075550131');
      expect((await post('link', { personId: 'nobody' })).status).toBe(422);
      await post('link', { personId: admin.personId });
      await context.delivery.runDue();
      const url = /https:\/\/desk\.example(\/test-link\/\S+)/.exec(sms.texts[0]?.body ?? '')?.[1] ?? '';
      const open = () => app.inject({ method: 'GET', url });
      expect((await open()).body).toContain('Links reach me');
      expect((await open()).headers['content-security-policy']).not.toContain('script-src');
      expect((await view()).links).toMatchObject({ state: 'open', last: { pressedAt: null } });
      const press = () =>
        app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://desk.example' },
          payload: '',
        });
      const pressed = await Promise.all([press(), press()]);
      expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await view()).links).toMatchObject({ state: 'done', last: { pressedAt: expect.any(String) } });
      clock.advance(10_000);
      await post('link', { personId: admin.personId });
      await context.delivery.runDue();
      const late = /https:\/\/desk\.example(\/test-link\/\S+)/.exec(sms.texts[1]?.body ?? '')?.[1] ?? '';
      clock.advance(hourMs);
      expect((await app.inject({ method: 'GET', url: late })).statusCode).toBe(404);
    });

    it('R1134 does not take a pressed link for proof while the address of links is only that of this machine', async () => {
      const { view, context, admin } = await running({ PUBLIC_URL: '' });
      const at = context.now().toISOString();
      const press = { id: 'pressed', kind: 'link', recipient: '', person_id: admin.personId, created_at: at } as const;
      await context.storage.db
        .insertInto('test_sends')
        .values({ ...press, pressed_at: at })
        .execute();
      expect((await view()).links).toMatchObject({ state: 'open', hasPublicUrl: false, last: { pressedAt: at } });
    });

    it('looks at samples, codes, shifts and backups, and is gone from the navigation once all is done', async () => {
      const sms = await startFakeSms();
      const { context, view, post, counts, setPhone, admin, signInAs } = await running(sms.env);
      const { storage, dealerships } = context;
      await dealerships.storeSamples();
      const before = await view();
      expect(before.samples.state).toBe('open');
      expect(before.samples.names.length).toBeGreaterThan(0);
      await post('remove-samples');
      expect((await view()).samples).toEqual({ state: 'done', names: [] });
      expect((await counts()).firstHourOpen).toBe((await view()).open);
      const viewer = await signInAs('viewer');
      expect(await counts(viewer.cookie)).toMatchObject({ firstHourOpen: null, messagesFailed: null });
      expect((await view()).backup).toMatchObject({ state: 'open', at: null });
      const at = context.now().toISOString();
      await storage.db.insertInto('settings').values({ name: 'last-backup', value: at, changed_at: at }).execute();
      expect((await view()).backup).toMatchObject({ state: 'done', at });
      await setPhone('+12075550131');
      await post('link', { personId: admin.personId });
      const open = await view();
      const states = Object.entries(open).flatMap(([name, line]) =>
        typeof line === 'object' && line !== null && 'state' in line && line.state === 'open' ? [name] : [],
      );
      expect(states).toHaveLength(open.open);
    });

    it('R1047 says while a sweep waits to be confirmed', async () => {
      const { context, view } = await running();
      const { sweeps } = context;
      expect((await view()).sweep).toEqual({ state: 'optional', at: null, records: 0 });
      await sweeps.look();
      expect((await view()).sweep).toEqual({ state: 'open', at: context.now().toISOString(), records: 0 });
      const [first] = await sweeps.newest(1);
      await sweeps.confirm(null, first?.id ?? '');
      expect((await view()).sweep).toMatchObject({ state: 'done' });
    });
  });
});
