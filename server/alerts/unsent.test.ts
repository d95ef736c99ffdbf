/** Tests alerts that no channel accepts: they count as sent to nobody. */
import { expect, it } from 'vitest';
import { testClock } from '#server/outbox/testing.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { raiseAlert } from './service.ts';

const mailEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example' };

eachEngine((under) => {
  async function running(env: Record<string, string>, refusedTo: readonly string[]) {
    const clock = testClock();
    const mailTransport = {
      send: async ({ to }: { to: string }) =>
        refusedTo.includes(to)
          ? ({ kind: 'permanent', code: '550', reason: 'No such person.' } as const)
          : ({ kind: 'sent' } as const),
      close() {},
    };
    const all = { ON_SHIFT: '', PUBLIC_URL: 'https://desk.example', ...mailEnv, ...env };
    const { context } = await startPortal(under, all, { now: clock.now, mailTransport });
    const { storage, alerts, delivery } = context;
    return {
      context,
      raise: (about: string) =>
        storage.transaction((trx) => raiseAlert(trx, { kind: 'wrong-codes', about, at: clock.now() })),
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
});
