/** Tests alerts that no channel accepts: they count as sent to nobody. */
import { expect, it } from 'vitest';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineWithRaces } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { raiseAlert } from './service.ts';
import type { AlertKind } from './tables.ts';

const mailEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example' };

eachEngineWithRaces((under) => {
  async function running(env: Record<string, string>, refusedTo: readonly string[]) {
    const clock = testClock();
    const mails: string[] = [];
    const mailTransport = {
      async send({ to, subject }: { to: string; subject: string }) {
        if (refusedTo.includes(to)) return { kind: 'permanent', code: '550', reason: 'No such person.' } as const;
        mails.push(subject);
        return { kind: 'sent' } as const;
      },
      close() {},
    };
    const all = { ON_SHIFT: '', PUBLIC_URL: 'https://desk.example', ...mailEnv, ...env };
    const { context } = await startPortal(under, all, { now: clock.now, mailTransport });
    const { storage, alerts, delivery } = context;
    return {
      context,
      clock,
      mails,
      raise: (about: string, kind: AlertKind = 'wrong-codes') =>
        storage.transaction((trx) => raiseAlert(trx, { kind, about, at: clock.now() })),
      textOf: () =>
        storage.db
          .selectFrom('messages')
          .selectAll()
          .where('channel', '=', 'sms')
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      async settle() {
        for (let round = 0; round < 3; round++) {
          await alerts.sweep();
          await delivery.runDue();
        }
      },
      unsent: async () => {
        const rows = await storage.db.selectFrom('alerts').select(['about', 'unsent']).orderBy('about').execute();
        return rows.map(({ about, unsent }) => `${about}: ${unsent}`);
      },
    };
  }

  it('R36 an alert whose only mail is refused went no way', async () => {
    const { raise, settle, unsent, context } = await running({ MAIL_TO: 'a@x.example' }, ['a@x.example']);
    await raise('one');
    await settle();
    expect(await unsent()).toEqual(['one: no-way']);
    expect(await context.alerts.unsent()).toBe(1);
  });

  it('R36 one that another of the operator’s addresses got is told', async () => {
    const { raise, settle, unsent } = await running({ MAIL_TO: 'a@x.example, b@x.example' }, ['a@x.example']);
    await raise('one');
    await settle();
    expect(await unsent()).toEqual(['one: null']);
  });

  it('R36 one whose text and mail are both refused went no way', async () => {
    const sms = await startFakeSms();
    sms.meet({ kind: 'error', status: 400, code: 21211 });
    const env = { ...sms.env, ALERT_PHONE: '+12075550190', MAIL_TO: 'a@x.example' };
    const { raise, settle, unsent } = await running(env, ['a@x.example']);
    await raise('one');
    await settle();
    expect(await unsent()).toEqual(['one: no-way']);
  });

  const quarterHourMs = 15 * 60_000;

  async function withTexts(refusedTo: readonly string[] = []) {
    const sms = await startFakeSms();
    const env = { ...sms.env, ALERT_PHONE: '+12075550190', MAIL_TO: 'a@x.example' };
    return { sms, ...(await running(env, refusedTo)) };
  }

  it('R1128 an alert whose text waits until its time is over goes by mail', async () => {
    const { sms, raise, settle, mails, clock, context } = await withTexts();
    sms.meet({ kind: 'error', status: 429, retryAfterS: 900 });
    await raise('one', 'mail-failed');
    await settle();
    clock.advance(quarterHourMs);
    await context.delivery.expire();
    await settle();
    expect([sms.texts.length, mails.length]).toEqual([1, 1]);
  });

  it('R1128 one whose mail is refused and whose text waits until its time is over went no way', async () => {
    const { sms, raise, settle, unsent, clock, context } = await withTexts(['a@x.example']);
    sms.meet({ kind: 'error', status: 429, retryAfterS: 900 });
    await raise('one');
    await settle();
    expect(await unsent()).toEqual(['one: null']);
    clock.advance(quarterHourMs);
    await context.delivery.expire();
    await settle();
    expect(await unsent()).toEqual(['one: no-way']);
  });

  it('R1128 one whose text is given up by a person is not sent another way', async () => {
    const { sms, raise, settle, textOf, mails, context } = await withTexts();
    sms.meet({ kind: 'error', status: 400, code: 21211 });
    await raise('one', 'mail-failed');
    await context.alerts.sweep();
    await context.delivery.runDue();
    expect(await context.delivery.outboxes.sms.giveUp((await textOf()).id, { by: null })).toBe(true);
    await settle();
    expect(mails).toEqual([]);
  });

  it('R1128 one whose text is reported as undelivered when its time ends goes by mail once, whoever is first', async () => {
    const { raise, settle, textOf, mails, clock, context } = await withTexts();
    const atOnce = createAtOnce(context.storage);
    let rounds = 0;
    await playRounds(10, ['failed', 'expired'], async () => {
      rounds += 1;
      await raise(`${rounds}`, 'mail-failed');
      await settle();
      clock.advance(quarterHourMs);
      const { id: messageId, provider_id } = await textOf();
      const report = { messageId, providerId: provider_id ?? '', status: 'undelivered', errorCode: undefined };
      await atOnce([
        () => context.delivery.report(report),
        () => context.delivery.expire(),
        () => context.alerts.sweep(),
        () => context.alerts.sweep(),
      ]);
      const { state } = await textOf();
      await context.delivery.expire();
      await settle();
      expect(mails).toHaveLength(rounds);
      return state;
    });
  });
});
