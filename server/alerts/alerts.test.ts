import { describe, expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { MailTransport } from '#server/outbox/mail/transport.ts';
import { longestText } from '#server/outbox/mail/wording.ts';
import type { SendResult } from '#server/outbox/service.ts';
import { markShiftTold, markTold } from '#server/outbox/service.ts';
import type { Channel } from '#server/outbox/tables.ts';
import { startFakeSms, type TextFault } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { storeSubmission } from '../../tests/support/store-submission.ts';
import { createContext } from '../context.ts';
import { alertMail, alertText } from './messages/words.ts';
import { raiseAlert } from './service.ts';
import type { AlertKind } from './tables.ts';

const minuteMs = 60_000;
const phone = '+12075550190';
const mailEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'owner@boxline.example' };
const refused: SendResult = { kind: 'permanent', code: '550', reason: 'No such person.' };

/** A mail server that records accepted mails and answers as a test tells it. */
function fakeMail() {
  const subjects: string[] = [];
  const fake = { answer: { kind: 'sent' } as SendResult };
  const transport: MailTransport = {
    async send({ subject }) {
      if (fake.answer.kind === 'sent') subjects.push(subject);
      return fake.answer;
    },
    close() {},
  };
  return { subjects, transport, fake };
}

eachEngine((under) => {
  async function running(ways: readonly Channel[], env: Record<string, string> = {}, ...faults: TextFault[]) {
    const clock = testClock();
    const sms = await startFakeSms();
    sms.meet(...faults);
    const { subjects, transport, fake } = fakeMail();
    const all = {
      ON_SHIFT: '',
      ALERT_PHONE: phone,
      PUBLIC_URL: 'https://desk.example',
      ...(ways.includes('sms') && sms.env),
      ...(ways.includes('mail') && mailEnv),
      ...env,
    };
    const portal = await startPortal(under, all, { now: clock.now, mailTransport: transport });
    const { context } = portal;
    const { db } = context.storage;
    const alertTexts = () => sms.texts.filter(({ to }) => to === phone).map(({ body }) => body);
    const alertMails = () => subjects.filter((subject) => subject.startsWith('Alert'));
    return {
      ...portal,
      clock,
      sms,
      mail: fake,
      alertTexts,
      alertMails,
      raise: (kind: AlertKind, about: string) =>
        context.storage.transaction((trx) => raiseAlert(trx, { kind, about, at: clock.now() })),
      /** Another server of the same database, with a clock that is ahead. */
      replicaOf(aheadMs: number) {
        const replica = createContext(context.config, {
          now: () => new Date(clock.now().getTime() + aheadMs),
          storage: context.storage,
          siteDir: context.siteDir,
          logDestination: { write() {} },
          mailTransport: { send: async () => ({ kind: 'sent' }), close() {} },
        });
        onTestFinished(() => replica.delivery.stop());
        return replica;
      },
      /** Does what a running server does within a few seconds. */
      async settle() {
        for (let round = 0; round < 4; round++) {
          await context.alerts.sweep();
          await context.delivery.runDue();
        }
      },
      alerts: () => db.selectFrom('alerts').select(['kind', 'count', 'unsent']).orderBy('raised_at').execute(),
      /** Stores failed messages of a channel, which need a person. */
      async fail(channel: Channel, count = 1): Promise<void> {
        for (let n = 0; n < count; n++) {
          const at = clock.now().toISOString();
          const row = {
            id: mintId(),
            subject_id: 'x',
            kind: 'lead-operator',
            channel,
            recipient: '',
            state: 'failed',
          } as const;
          await db
            .insertInto('messages')
            .values({ ...row, created_at: at, due_at: at })
            .execute();
        }
      },
    };
  }

  describe('R36 an alert', () => {
    it('about failed messages is one in a quarter of an hour, however many servers look at the same moment', async () => {
      const { replicaOf, fail, alerts } = await running(['sms', 'mail']);
      // Each replica's clock is a millisecond ahead of the one before, because clocks of machines differ a little.
      const replicas = [0, 1, 2, 3].map(replicaOf);
      // More messages than one alert counts.
      await fail('mail', 1001);
      await Promise.all(replicas.map((replica) => replica.alerts.sweep()));
      expect(await alerts()).toMatchObject([{ kind: 'mail-failed', count: 1000 }]);
    });

    it('R745 that goes out long after it was raised says so, and when that was, before what it says', async () => {
      const { clock, mail, raise, settle, alertMails } = await running(['mail']);
      mail.answer = { kind: 'retry', code: 'ECONNREFUSED', reason: 'The mail server is away.' };
      await raise('shift-empty', 'the last one');
      await settle();
      mail.answer = { kind: 'sent' };
      clock.advance(50 * 60 * minuteMs);
      await settle();
      expect(alertMails()).toEqual(['Alert of Sat, Nov 21, 2026, 9:00 AM EST: Nobody is on shift']);
      await raise('shift-empty', 'another one');
      await settle();
      expect(alertMails()[1]).toBe('Alert: Nobody is on shift');
      const late = { kind: 'shift-empty', count: null, request: undefined } as const;
      const note = { ...late, raisedAt: '2026-11-21T14:00:00.000Z', isLate: true };
      expect(alertMail(note).text).toMatch(
        /^This mail comes late: the alert was raised on Sat, Nov 21, 2026, 9:00 AM EST/,
      );
    });

    it('does not note as told what somebody tries again in that moment: it is told when it fails once more', async () => {
      const { context, fail } = await running(['sms', 'mail']);
      const { db } = context.storage;
      await fail('mail', 2);
      const failed = await db.selectFrom('messages').select('id').orderBy('id').execute();
      const [again] = failed;
      await db
        .updateTable('messages')
        .set({ state: 'waiting' })
        .where('id', '=', again?.id ?? '')
        .execute();
      const marks = [markTold, markShiftTold].map((mark) =>
        context.storage.transaction((trx) => mark(trx, failed, '2026-11-25T12:00:00.000Z')),
      );
      expect(await Promise.all(marks)).toEqual([1, 1]);
      const told = await db
        .selectFrom('messages')
        .select(['id', 'failure_told_at', 'shift_told_at'])
        .orderBy('id')
        .execute();
      expect(told[0]).toMatchObject({ id: again?.id, failure_told_at: null, shift_told_at: null });
      expect(told[1]?.failure_told_at).not.toBeNull();
    });

    it('is raised once for a kind and thing, and sent once, whoever does it at the same moment', async () => {
      const server = await running(['sms', 'mail']);
      const { context, alertTexts, alertMails } = server;
      const replica = server.replicaOf(0);
      for (let round = 0; round < 10; round++) {
        const raised = await Promise.all(Array.from({ length: 8 }, () => server.raise('wrong-codes', `hour ${round}`)));
        expect(raised.filter(Boolean)).toHaveLength(1);
        await Promise.all([context.alerts.sweep(), replica.alerts.sweep(), context.alerts.sweep()]);
      }
      const { db } = context.storage;
      const messages = await db
        .selectFrom('messages')
        .select(['channel', 'subject_id'])
        .where('kind', '=', 'alert')
        .execute();
      expect(messages).toHaveLength(20);
      expect(new Set(messages.map(({ channel, subject_id }) => `${channel} ${subject_id}`)).size).toBe(20);
      await context.delivery.runDue();
      expect(alertTexts()).toHaveLength(10);
      expect(alertMails()).toHaveLength(10);
    });

    it('is nothing when its transaction fails', async () => {
      const { context, clock, settle, alerts } = await running(['sms', 'mail']);
      const failing = context.storage.transaction(async (trx) => {
        await raiseAlert(trx, { kind: 'shift-empty', about: 'now', at: clock.now() });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await settle();
      expect(await alerts()).toEqual([]);
    });

    it('names the dealership, its number and the reference, and holds no link and no word of the dealership', async () => {
      const { context, clock, sessionFor, shared, ask, view, settle, alertTexts, alertMails } = await running([
        'sms',
        'mail',
      ]);
      const token = await sessionFor(shared.code);
      const id = await ask(token, { additionalInfo: 'The customer is Dana' });
      const at = clock.now();
      await context.storage.transaction((trx) => raiseAlert(trx, { kind: 'not-connected', requestId: id, at }));
      await settle();
      const text = alertTexts().find((body) => body.includes('has not connected'));
      expect(text).toContain(dealer.name);
      expect(text).toContain(dealer.phone);
      expect(text).toContain((await view(token, id)).reference);
      expect(text).not.toMatch(/https?:|#|Dana/);
      expect(alertMails()).toContain(`Alert: An agent accepted the request of ${dealer.name} and has not connected`);
    });

    it('goes by the way that is there, and without one is logged, counted and told at the next start', async () => {
      for (const way of ['sms', 'mail'] as const) {
        const server = await running([way]);
        await server.raise('shift-empty', 'now');
        await server.settle();
        expect([server.alertTexts().length, server.alertMails().length]).toEqual(way === 'sms' ? [1, 0] : [0, 1]);
      }
      const server = await running([]);
      await server.raise('shift-empty', 'now');
      await server.settle();
      expect(await server.alerts()).toEqual([{ kind: 'shift-empty', count: null, unsent: 'no-way' }]);
      expect(server.log()).toContain('an alert was sent to nobody');
      expect(await server.context.metrics.registry.metrics()).toContain(
        'boxline_alerts_total{kind="shift-empty",outcome="no-way"} 1',
      );
      expect(await server.context.alerts.unsent()).toBe(1);
    });
  });

  describe('R36 messages that need a person', () => {
    it.each([
      ['mail', 'sms', 'mail-failed'],
      ['sms', 'mail', 'text-failed'],
    ] as const)('by %s are told of by %s', async (failed, way, kind) => {
      const server = await running(['sms', 'mail']);
      await server.fail(failed, 3);
      await server.settle();
      expect(await server.alerts()).toEqual([{ kind, count: 3, unsent: null }]);
      expect([server.alertTexts().length, server.alertMails().length]).toEqual(way === 'sms' ? [1, 0] : [0, 1]);
      expect([...server.alertTexts(), ...server.alertMails()].join()).toContain('3 ');
    });

    it('R800 because they waited too long are told of without a cause that is not theirs', async () => {
      const server = await running(['sms', 'mail']);
      const { storage } = server.context;
      const subject_id = await storeSubmission(storage, server.clock.now());
      const at = server.clock.now().toISOString();
      const row = {
        id: mintId(),
        subject_id,
        kind: 'lead-confirmation',
        channel: 'mail',
        recipient: 'a@x.example',
      } as const;
      await storage.db
        .insertInto('messages')
        .values({ ...row, state: 'waiting', created_at: at, due_at: at })
        .execute();
      server.clock.advance(73 * 60 * minuteMs);
      await server.settle();
      const [text = 'no text'] = server.alertTexts();
      expect(text).toContain(
        '1 mail needs attention. Each was refused, could not be sent or delivered, or waits for a',
      );
      expect(text).not.toMatch(/mail server|cannot be reached/);
    });

    it('are told of by the way that failed when there is no other', async () => {
      const server = await running(['mail']);
      await server.fail('mail');
      await server.settle();
      expect(server.alertMails()).toEqual(['Alert: 1 mail needs attention']);
    });

    it('are counted together for a quarter of an hour, and none of them is left out', async () => {
      const server = await running(['sms', 'mail']);
      await server.fail('mail');
      await server.settle();
      await server.fail('mail', 2);
      server.clock.advance(14 * minuteMs);
      await server.settle();
      expect(await server.alerts()).toHaveLength(1);
      server.clock.advance(minuteMs);
      await server.settle();
      await server.settle();
      expect((await server.alerts()).map(({ count }) => count)).toEqual([1, 2]);
      expect(server.alertTexts()).toHaveLength(2);
    });

    it('are told of again after a person had them tried again', async () => {
      const server = await running(['sms', 'mail']);
      await server.fail('mail');
      await server.settle();
      const { db } = server.context.storage;
      await db
        .updateTable('messages')
        .set({ state: 'waiting', failure_told_at: null })
        .where('kind', '<>', 'alert')
        .execute();
      await db.updateTable('messages').set({ state: 'failed' }).where('kind', '<>', 'alert').execute();
      server.clock.advance(16 * minuteMs);
      await server.settle();
      expect(await server.alerts()).toHaveLength(2);
    });

    it('and alerts among them go the other way and raise no alert about themselves', async () => {
      const server = await running(['sms', 'mail'], {}, { kind: 'error', status: 400, code: 21211 });
      server.mail.answer = refused;
      await server.fail('mail');
      await server.settle();
      server.clock.advance(20 * minuteMs);
      await server.settle();
      expect((await server.alerts()).map(({ kind }) => kind)).toEqual(['mail-failed']);
      const { db } = server.context.storage;
      const sent = await db
        .selectFrom('messages')
        .select(['channel', 'attempts'])
        .where('kind', '=', 'alert')
        .execute();
      expect(sent.toSorted((a, b) => a.channel.localeCompare(b.channel))).toEqual([
        { channel: 'mail', attempts: 1 },
        { channel: 'sms', attempts: 1 },
      ]);
    });
  });

  describe('R36 the alerts of an hour', () => {
    it('are capped by themselves: requests cannot use them up, nor they the texts of requests', async () => {
      const env = { ALERTS_PER_HOUR: '2', SMS_PER_HOUR: '2', ON_SHIFT: 'Marlow Finch, +12075550121' };
      const server = await running(['sms', 'mail'], env);
      for (const about of ['a', 'b', 'c']) await server.raise('wrong-codes', about);
      await server.settle();
      expect([server.alertTexts().length, server.alertMails().length]).toEqual([2, 2]);
      expect((await server.alerts()).map(({ unsent }) => unsent).toSorted()).toEqual(['capped', null, null]);
      const token = await server.sessionFor(server.shared.code);
      for (let n = 0; n < 3; n++) await server.ask(token, { additionalInfo: `${n}` });
      await server.settle();
      expect(server.sms.texts.filter(({ to }) => to === '+12075550121')).toHaveLength(2);
      server.clock.advance(61 * minuteMs);
      for (let n = 0; n < 2; n++) await server.ask(token, { additionalInfo: `later ${n}` });
      await server.raise('wrong-codes', 'd');
      await server.settle();
      expect(server.alertTexts()).toHaveLength(3);
    });
  });
});

describe('the text of an alert', () => {
  it('is never longer than a text can be', () => {
    const request = {
      reference: 'BX-7K2M-90QF',
      dealershipName: 'x'.repeat(2000),
      dealerPhone: null,
      requestType: 'active_deal',
      isCodeEnded: false,
      createdAt: '2026-11-21T21:06:00.000Z',
      timeZone: 'America/Chicago',
    } as const;
    const note = {
      kind: 'not-accepted',
      count: null,
      request,
      raisedAt: request.createdAt,
      isLate: false,
    } as const;
    const text = alertText(note);
    expect(text).toMatch(/^Boxline alert: /);
    expect(text.length).toBeLessThanOrEqual(longestText);
    expect(text).toContain('BX-7K2M-90QF');
  });
});
