/** Mail for the operator when `MAIL_TO` names several addresses. */
import { expect, onTestFinished, test } from 'vitest';
import { startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  test('R36 each of the operator’s addresses gets a mail of its own, and one that is refused takes nothing from the others', async () => {
    const smtp = await startFakeSmtp();
    onTestFinished(() => smtp.stop());
    await smtp.misbehave({ kind: 'reply', at: 'recipient', code: 550 }, { recipient: 'typo@boxline.example' });
    const env = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'desk@boxline.example',
      MAIL_TO: 'owner@boxline.example, typo@boxline.example, night@boxline.example',
    };
    const { context, send } = await startApp(under, env);
    expect(await send('inquiry', inquiryParams({}))).toMatchObject({ status: 200 });
    await context.delivery.runDue();
    const rows = await context.storage.db
      .selectFrom('messages')
      .select(['recipient', 'state'])
      .where('kind', '=', 'lead-operator')
      .orderBy('recipient')
      .execute();
    expect(rows).toEqual([
      { recipient: '', state: 'sent' },
      { recipient: 'night@boxline.example', state: 'sent' },
      { recipient: 'typo@boxline.example', state: 'failed' },
    ]);
    const operators = smtp.mails.filter(({ parsed }) => parsed.subject?.startsWith('Dealer inquiry'));
    expect(operators.map(({ to }) => to.join()).toSorted()).toEqual(['night@boxline.example', 'owner@boxline.example']);
    await context.alerts.sweep();
    await context.delivery.runDue();
    const alerts = smtp.mails.filter(({ parsed }) => parsed.subject === 'Alert: 1 mail needs attention');
    expect(alerts).toHaveLength(2);
  });

  test('R838 an address that was taken out of MAIL_TO gets no lead that still waits for it', async () => {
    const smtp = await startFakeSmtp();
    onTestFinished(() => smtp.stop());
    const place = await under.newPlace();
    const shared = { ...under, newPlace: async () => place };
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'desk@boxline.example' };
    const before = await startApp(shared, { ...env, MAIL_TO: 'owner@boxline.example, left@boxline.example' });
    expect(await before.send('inquiry', inquiryParams({}))).toMatchObject({ status: 200 });
    const { context } = await startApp(shared, { ...env, MAIL_TO: 'night@boxline.example, owner@boxline.example' });
    await context.delivery.runDue();
    const rows = await context.storage.db
      .selectFrom('messages')
      .select(['recipient', 'state', 'last_error'])
      .where('kind', '=', 'lead-operator')
      .orderBy('recipient')
      .execute();
    expect(rows).toEqual([
      { recipient: '', state: 'sent', last_error: null },
      { recipient: 'left@boxline.example', state: 'expired', last_error: 'Its address was taken out of MAIL_TO.' },
    ]);
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('left@boxline.example');
  });
});
