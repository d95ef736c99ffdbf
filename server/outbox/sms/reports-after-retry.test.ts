/** Reports of the text provider about a try, which come late or twice, and a person who tries the text again meanwhile. */
import { expect, it } from 'vitest';
import { createAtOnce, playRounds } from '../../../tests/support/at-once.ts';
import { eachEngineWithRaces } from '../../../tests/support/each-engine.ts';
import { startPortal } from '../../../tests/support/portal.ts';
import { wideLimits } from '../../../tests/support/wide-limits.ts';

const env = {
  ...wideLimits,
  TWILIO_ACCOUNT_SID: 'ACfake00000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'fake-secret-of-the-account',
  TWILIO_FROM: '+12075550100',
  PUBLIC_URL: 'https://desk.example',
  ON_SHIFT: 'Marlow Finch, +12075550121',
  SMS_PER_HOUR: '1000',
};

eachEngineWithRaces((under) => {
  async function running() {
    let tries = 0;
    let onSend = async (_providerId: string): Promise<unknown> => undefined;
    const textTransport = {
      async send() {
        const providerId = `SM${++tries}`;
        await onSend(providerId);
        return { kind: 'sent', providerId } as const;
      },
      close() {},
    };
    const portal = await startPortal(under, env, { textTransport });
    const { delivery, storage } = portal.context;
    const token = await portal.sessionFor(portal.shared.code);
    const texts = storage.db.selectFrom('messages').selectAll().where('channel', '=', 'sms');
    return {
      storage,
      /** A text that the provider took and could not deliver: its id, and a report of the provider about that try. */
      async undelivered() {
        const request = await portal.ask(token, { additionalInfo: `try ${tries}` });
        await delivery.runDue();
        const { id: messageId } = await texts.where('subject_id', '=', request).executeTakeFirstOrThrow();
        const providerId = `SM${tries}`;
        const report = (status: string) => delivery.report({ messageId, providerId, status, errorCode: undefined });
        await report('undelivered');
        return { messageId, report };
      },
      retry: (id: string) => delivery.outboxes.sms.retry(id),
      send: delivery.runDue,
      report: delivery.report,
      whileSending: (act: (providerId: string) => Promise<unknown>) => {
        onSend = act;
      },
      tries: () => tries,
      find: (id: string) => texts.where('id', '=', id).executeTakeFirstOrThrow(),
    };
  }

  it.each(['undelivered', 'sent', 'queued'])(
    'R872 a text that is tried again by hand is sent, although a report of the try before comes late or twice: %s',
    async (status) => {
      const { undelivered, retry, send, tries, find } = await running();
      const { messageId, report } = await undelivered();
      const before = tries();
      expect(await retry(messageId)).toBe(1);
      await report(status);
      await send();
      expect(tries()).toBe(before + 1);
      expect(await find(messageId)).toMatchObject({ state: 'sent', provider_id: `SM${before + 1}` });
    },
  );

  it('R872 a text that the provider refuses after it was tried again by hand needs a person, also when the report is faster than the answer', async () => {
    const { undelivered, retry, send, report, whileSending, find } = await running();
    const { messageId } = await undelivered();
    await retry(messageId);
    whileSending((providerId) => report({ messageId, providerId, status: 'undelivered', errorCode: '30003' }));
    await send();
    expect(await find(messageId)).toMatchObject({
      state: 'failed',
      last_error: 'The text provider reported undelivered, error 30003.',
    });
  });

  it('R872 a report that comes again at the instant of the retry by hand takes nothing away from it', async () => {
    const { storage, undelivered, retry, send, tries, find } = await running();
    const atOnce = createAtOnce(storage);
    await playRounds(10, ['retry first', 'report first'], async () => {
      const { messageId, report } = await undelivered();
      const before = tries();
      const order: string[] = [];
      await atOnce([
        () => retry(messageId).then(() => order.push('retry first')),
        () => report('undelivered').then(() => order.push('report first')),
      ]);
      await send();
      expect(tries()).toBe(before + 1);
      expect(await find(messageId)).toMatchObject({ state: 'sent' });
      return order[0] ?? '';
    });
  });
});
