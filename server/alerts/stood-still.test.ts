/** A server stands still between its look for alerts and its transaction, as a machine that sleeps or SIGSTOP does. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { createContext } from '../context.ts';
import { raiseAlert } from './service.ts';

const minuteMs = 60_000;

eachEngine((under) => {
  async function running() {
    const clock = testClock();
    const sms = await startFakeSms();
    const env = { ON_SHIFT: '', ALERT_PHONE: '+12075550190', PUBLIC_URL: 'https://desk.example', ...sms.env };
    const { context } = await startPortal(under, env, { now: clock.now });
    const { storage } = context;
    const other = createContext(context.config, {
      now: clock.now,
      storage,
      siteDir: context.siteDir,
      logDestination: { write() {} },
    });
    onTestFinished(() => other.delivery.stop());
    return {
      ...context,
      clock,
      other,
      texts: () => sms.texts.map(({ body }) => body),
      raised: () => storage.db.selectFrom('alerts').select(['kind', 'count']).execute(),
      /** Sweeps, and stands still before the transaction while something else happens. */
      async sweepLate(meanwhile: () => Promise<unknown>) {
        const { transaction } = storage;
        const still = vi.spyOn(storage, 'transaction').mockImplementationOnce(async (work) => {
          await meanwhile();
          return transaction(work);
        });
        await context.alerts.sweep();
        still.mockRestore();
      },
      async fail() {
        const at = clock.now().toISOString();
        const row = { id: mintId(), subject_id: 'x', kind: 'lead-operator', channel: 'mail', recipient: '' } as const;
        await storage.db
          .insertInto('messages')
          .values({ ...row, state: 'failed', created_at: at, due_at: at })
          .execute();
      },
    };
  }

  it('R929 an alert is sent, although its server stood still for longer than a text may wait', async () => {
    const { clock, storage, sweepLate, delivery, texts } = await running();
    await storage.transaction((trx) => raiseAlert(trx, { kind: 'shift-empty', about: 'now', at: clock.now() }));
    await sweepLate(async () => clock.advance(20 * minuteMs));
    await delivery.runDue();
    expect(texts()).toEqual([expect.stringContaining('Nobody is on shift')]);
  });

  it('R929 a server that stood still alerts no second time to what another one has told within the quarter of an hour', async () => {
    const { clock, other, sweepLate, fail, raised } = await running();
    await fail();
    await sweepLate(async () => {
      clock.advance(2 * minuteMs);
      await other.alerts.sweep();
      clock.advance(2 * minuteMs);
      await fail();
    });
    expect(await raised()).toEqual([{ kind: 'mail-failed', count: 1 }]);
  });
});
