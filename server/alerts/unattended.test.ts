/** Tests that the people on shift hear once, by the other channel, of messages that nobody has dealt with. */
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mintId } from '#contract/reference.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import { afterRestore } from '#server/outbox/service.ts';
import type { Channel, MessageState } from '#server/outbox/tables.ts';
import { startFakeSms, type TextFault } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { storeSubmission } from '../../tests/support/store-submission.ts';
import { createContext } from '../context.ts';
import { raiseAlert } from './service.ts';

const minuteMs = 60_000;
const ida = { name: 'Ida Brandt', phone: '+12075550131', mail: 'ida@boxline.example' };
const tove = { name: 'Tove Arden', phone: '+12075550132', mail: null };
const operator = '+12075550190';
const mailEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'owner@boxline.example' };

eachEngine((under) => {
  async function running(...faults: TextFault[]) {
    const clock = testClock();
    const sms = await startFakeSms();
    sms.meet(...faults);
    const mails: { to: string; subject: string }[] = [];
    let answer: SendResult = { kind: 'sent' };
    const mailTransport = {
      async send(mail: { to: string; subject: string }) {
        if (answer.kind === 'sent') mails.push({ to: mail.to, subject: mail.subject });
        return answer;
      },
      close() {},
    };
    const env = { ON_SHIFT: '', ALERT_PHONE: operator, PUBLIC_URL: 'https://desk.example', ...sms.env, ...mailEnv };
    const { context } = await startPortal(under, env, { now: clock.now, mailTransport });
    const { storage, shift } = context;
    // The portal's own people go off shift.
    for (const { name } of await shift.list()) await shift.set(name, false);
    await shift.add(ida);
    await shift.add(tove);
    const replica = createContext(context.config, {
      now: clock.now,
      storage,
      siteDir: context.siteDir,
      logDestination: { write() {} },
      mailTransport,
    });
    onTestFinished(() => replica.delivery.stop());
    return {
      context,
      clock,
      sms,
      mails,
      answerWith(next: SendResult) {
        answer = next;
      },
      /** Does what two running servers do within a few seconds, at the same instant. */
      async settle() {
        for (let round = 0; round < 4; round++) {
          await Promise.all([context.alerts.sweep(), replica.alerts.sweep(), context.alerts.sweep()]);
          await context.delivery.runDue();
        }
      },
      /** Stores a message of a channel that needs attention from now on, or that is in another state. */
      async fail(channel: Channel, state: MessageState = 'failed'): Promise<string> {
        const [id, at] = [mintId(), clock.now().toISOString()];
        const subject_id = await storeSubmission(storage, clock.now());
        const row = { id, subject_id, kind: 'lead-operator', channel, recipient: '', state } as const;
        const failed = state === 'failed' && { failed_at: at, failure_told_at: at };
        await storage.db
          .insertInto('messages')
          .values({ ...row, created_at: at, due_at: at, ...failed })
          .execute();
        return id;
      },
      textsTo: (phone: string) => sms.texts.filter(({ to }) => to === phone).map(({ body }) => body),
      alerts: () => storage.db.selectFrom('alerts').select(['kind', 'count', 'unsent']).orderBy('raised_at').execute(),
    };
  }

  describe('R138 messages that have needed a person for 15 minutes', () => {
    it('by mail are told to everybody on shift by text, once, however many servers look', async () => {
      const { fail, clock, settle, textsTo, alerts, mails } = await running();
      await fail('mail');
      await fail('mail');
      clock.advance(15 * minuteMs - 1000);
      await settle();
      expect(await alerts()).toEqual([]);
      for (let round = 0; round < 6; round++) {
        clock.advance(20 * minuteMs);
        await settle();
      }
      expect(await alerts()).toEqual([{ kind: 'mail-unattended', count: 2, unsent: null }]);
      expect(textsTo(ida.phone)).toHaveLength(1);
      expect(textsTo(ida.phone)[0]).toContain('2 mails have needed attention for 15 minutes');
      expect(textsTo(tove.phone)).toHaveLength(1);
      expect(textsTo(operator)).toEqual([]);
      expect(mails).toEqual([]);
    });

    it('by text are told by mail', async () => {
      const { fail, clock, settle, sms, mails } = await running();
      await fail('sms');
      clock.advance(15 * minuteMs);
      await settle();
      expect(sms.texts).toEqual([]);
      expect(mails).toEqual([{ to: ida.mail, subject: 'Alert: 1 text has needed attention for 15 minutes' }]);
    });

    it('are told to the operator while nobody on shift can be reached', async () => {
      const { context, fail, clock, settle, textsTo } = await running();
      for (const { name } of [ida, tove]) await context.shift.set(name, false);
      await fail('mail');
      clock.advance(15 * minuteMs);
      await settle();
      expect(textsTo(operator).filter((body) => body.includes('needed attention'))).toHaveLength(1);
    });

    it('do not begin a round of alerts about alerts when telling them fails as well', async () => {
      const refused = { kind: 'error', status: 400, code: 21211 } as const;
      const { fail, clock, settle, alerts, answerWith, sms, context } = await running(...Array(12).fill(refused));
      answerWith({ kind: 'permanent', code: '550', reason: 'No.' });
      await fail('mail');
      for (let round = 0; round < 8; round++) {
        clock.advance(16 * minuteMs);
        await settle();
      }
      expect((await alerts()).map(({ kind }) => kind)).toEqual(['mail-unattended']);
      const sent = context.storage.db.selectFrom('messages').select('id').where('kind', '=', 'alert');
      // One text to each of the two on shift, and then one mail to the operator in their place.
      expect(await sent.execute()).toHaveLength(3);
      expect(sms.texts.map(({ to }) => to).sort()).toEqual([ida.phone, tove.phone].sort());
    });

    it('R800 because a restore left them to a person, are told after those minutes, whatever they waited for', async () => {
      const { context, fail, clock, settle, alerts, textsTo } = await running();
      for (const state of ['held', 'waiting', 'unsure'] as const) await fail('mail', state);
      clock.advance(60 * minuteMs);
      const restoredAt = clock.now().toISOString();
      for (const statement of afterRestore('2026-11-21T14:00:00.000Z', restoredAt)) {
        await sql.raw(statement).execute(context.storage.db);
      }
      clock.advance(15 * minuteMs - 1000);
      await settle();
      expect((await alerts()).map(({ kind }) => kind)).toEqual(['mail-failed']);
      clock.advance(1000);
      await settle();
      expect((await alerts()).map(({ kind, count }) => [kind, count])).toEqual([
        ['mail-failed', 3],
        ['mail-unattended', 3],
      ]);
      expect(textsTo(ida.phone)).toHaveLength(1);
    });

    it('are told again only after a person had them tried again, and they failed for as long once more', async () => {
      const { context, fail, clock, settle, alerts, answerWith } = await running();
      const id = await fail('mail');
      clock.advance(15 * minuteMs);
      await settle();
      answerWith({ kind: 'permanent', code: '550', reason: 'No.' });
      await context.messages.retry({ id, channel: 'mail' }, null);
      await settle();
      clock.advance(14 * minuteMs);
      await settle();
      expect((await alerts()).filter(({ kind }) => kind === 'mail-unattended')).toHaveLength(1);
      clock.advance(2 * minuteMs);
      await settle();
      expect((await alerts()).filter(({ kind }) => kind === 'mail-unattended')).toHaveLength(2);
    });
  });

  it('R138 an alert also goes to the further recipients of the settings, and to nobody twice', async () => {
    const { context, clock, settle, textsTo, mails } = await running();
    await context.settings.setAlertRecipients(
      [
        { kind: 'phone', value: '(207) 555-0144' },
        { kind: 'phone', value: operator },
        { kind: 'mail', value: 'second@boxline.example' },
        { kind: 'mail', value: 'Owner@boxline.example' },
      ],
      { by: null },
    );
    await context.storage.transaction((trx) => raiseAlert(trx, { kind: 'shift-empty', about: 'now', at: clock.now() }));
    await settle();
    expect(textsTo(operator)).toHaveLength(1);
    expect(textsTo('+12075550144')).toHaveLength(1);
    expect(mails.map(({ to }) => to).sort()).toEqual(['owner@boxline.example', 'second@boxline.example']);
  });

  it('R853 an alert that waits for a recipient who was taken out of the settings since is not sent', async () => {
    const { context, clock, settle, mails, textsTo, answerWith } = await running(
      ...Array(2).fill({ kind: 'error', status: 429 }),
    );
    const { settings, storage } = context;
    const further = [
      { kind: 'phone', value: '+12075550144' },
      { kind: 'mail', value: 'left@boxline.example' },
      { kind: 'mail', value: 'stays@boxline.example' },
    ] as const;
    await settings.setAlertRecipients(further, { by: null });
    answerWith({ kind: 'retry', code: 'ECONNREFUSED', reason: 'The mail server is away.' });
    await storage.transaction((trx) => raiseAlert(trx, { kind: 'shift-empty', about: 'now', at: clock.now() }));
    await settle();
    await settings.setAlertRecipients(further.slice(2), { by: null });
    answerWith({ kind: 'sent' });
    clock.advance(2 * minuteMs);
    await settle();
    expect(mails.map(({ to }) => to).sort()).toEqual(['owner@boxline.example', 'stays@boxline.example']);
    // The first of each was refused.
    expect(textsTo(operator)).toHaveLength(2);
    expect(textsTo('+12075550144')).toHaveLength(1);
    const over = await storage.db
      .selectFrom('messages')
      .select(['recipient', 'last_error'])
      .where('state', '=', 'expired')
      .orderBy('recipient')
      .execute();
    expect(over).toEqual(
      ['+12075550144', 'left@boxline.example'].map((recipient) => ({
        recipient,
        last_error: 'Alerts do not go to this recipient any more.',
      })),
    );
  });

  it('R853 an alert that waits for somebody who was on shift is sent although their shift is over, and not once they are removed', async () => {
    const { context, clock, fail, settle, textsTo } = await running(...Array(2).fill({ kind: 'error', status: 429 }));
    await fail('mail');
    clock.advance(15 * minuteMs);
    await settle();
    expect([ida, tove].map(({ phone }) => textsTo(phone).length)).toEqual([1, 1]);
    await context.shift.set(ida.name, false);
    const { id } = (await context.shift.list()).find(({ name }) => name === tove.name) ?? { id: '' };
    await context.storage.db
      .updateTable('people')
      .set({ removed_at: clock.now().toISOString() })
      .where('id', '=', id)
      .execute();
    clock.advance(minuteMs);
    await settle();
    expect([ida, tove].map(({ phone }) => textsTo(phone).length)).toEqual([2, 1]);
  });
});
