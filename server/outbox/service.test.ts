/** A lead's way from the gateway to two mailboxes: the real app, store, outbox, worker and a real mail server. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { mintId, referenceOf } from '#contract/reference.ts';
import { type FakeSmtp, type ReceivedMail, startFakeSmtp } from '../../tests/fakes/smtp.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { type EngineUnderTest, eachEngine } from '../../tests/support/each-engine.ts';
import { createOverview } from './overview.ts';

const operator = 'leads@boxline.example';
const dealer = 'ada@harborpoint.example';

const toOperator = ({ to }: ReceivedMail) => to.join() === operator;
const toDealer = ({ to }: ReceivedMail) => to.join() === dealer;

async function startWithMail(under: EngineUnderTest) {
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.stop());
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'desk@boxline.example', MAIL_TO: operator };
  const server = await startApp(under, env);
  server.context.delivery.start();
  onTestFinished(() => server.context.delivery.stop());
  return { smtp, ...server };
}

/** Waits until both mails of one inquiry are there, and gives them. */
async function bothMails(smtp: FakeSmtp) {
  const [toUs] = await smtp.waitFor(1, toOperator);
  const [toThem] = await smtp.waitFor(1, toDealer);
  return { toUs, toThem };
}

eachEngine((under) => {
  describe('a lead that came in', () => {
    test('is mailed to the operator, who can reply to the dealer, and confirmed to the dealer', async () => {
      const { smtp, send, context } = await startWithMail(under);
      const submission_id = mintId();
      const reference = referenceOf(submission_id);
      expect(await send('inquiry', inquiryParams({ submission_id }))).toMatchObject({ status: 200 });
      const { toUs, toThem } = await bothMails(smtp);
      expect(toUs?.parsed).toMatchObject({
        subject: `Dealer inquiry: Harbor Point Motors, ${reference}`,
        from: { name: 'Boxline', address: 'desk@boxline.example' },
        replyTo: [{ address: dealer }],
        text: expect.stringContaining('14 Commercial Wharf'),
        html: expect.stringContaining('14 Commercial Wharf'),
      });
      expect(toThem?.parsed.subject).toBe(`Boxline has your inquiry: ${reference}`);
      expect(toThem?.parsed.replyTo).toBeUndefined();
      expect(toThem?.raw).not.toContain('Harbor Point');
      await expect.poll(() => createOverview(context.storage).counts()).toMatchObject({ sent: 2, waiting: 0 });
    });

    test('that was amended tells the operator what changed', async () => {
      const { smtp, send, context } = await startWithMail(under);
      const first = mintId();
      await send('inquiry', inquiryParams({ submission_id: first }));
      await bothMails(smtp);
      const phone_number = '(207) 555-0190';
      await send('inquiry', inquiryParams({ submission_id: mintId(), amends: first, phone_number }));
      const [, amended] = await smtp.waitFor(2, toOperator);
      expect(amended?.parsed.subject).toBe(
        `Dealer inquiry: Harbor Point Motors, ${referenceOf(first)}: answers changed`,
      );
      expect(amended?.parsed.text).toMatch(/What changed[\s\S]*\(207\) 555-0190\s+\(was: \(207\) 555-0148\)/);
      // Nothing is left to be sent, so no second confirmation comes later.
      await expect.poll(() => createOverview(context.storage).counts()).toMatchObject({ sent: 3, waiting: 0 });
      expect(smtp.mails.filter(toDealer)).toHaveLength(1);
    });

    test('with consent to texts says when and to which wording', async () => {
      const { smtp, send } = await startWithMail(under);
      const consent = { sms_consent: true, sms_consent_version: '2026-11-01', business_email: dealer };
      await send('intake', intakeParams({ submission_id: mintId(), ...consent }));
      const { toUs } = await bothMails(smtp);
      expect(toUs?.parsed.text).toMatch(/Consent to texts: +Yes, on .*, to wording 2026-11-01/);
    });

    test('that is suspicious is mailed all the same, with the reason in words', async () => {
      const { smtp, send } = await startWithMail(under);
      await send(
        'inquiry',
        inquiryParams({ submission_id: mintId(), leave_blank: 'http://spam.example', fill_ms: 40 }),
      );
      const { toUs } = await bothMails(smtp);
      expect(toUs?.parsed.text).toContain('A field that no person can see was filled in');
    });
  });

  describe('a mail server that says nothing', () => {
    test('holds no visitor up: success before the first try has ended, and nothing of it reaches the log', async () => {
      const { smtp, send, log, context } = await startWithMail(under);
      await smtp.misbehave({ kind: 'silent', at: 'greeting', forMs: 60_000 });
      const send200 = async () =>
        expect((await send('inquiry', inquiryParams({ submission_id: mintId() }))).status).toBe(200);
      await send200();
      await expect.poll(() => smtp.connections()).toBeGreaterThan(0);
      for (let n = 0; n < 2; n++) await send200();
      // What becomes of a try is a row, and no try has come to anything.
      expect(await context.storage.db.selectFrom('message_events').select('kind').execute()).toEqual([]);
      expect(log()).not.toMatch(/@|Harbor|Quill/);
    });
  });

  describe('without a mail server', () => {
    test('messages are held and counted', async () => {
      const { send, context } = await startApp(under);
      context.delivery.start();
      await send('inquiry', inquiryParams({ submission_id: mintId() }));
      await context.delivery.runDue();
      expect(await context.delivery.unfinished('mail')).toEqual({ held: 2, waiting: 0, unsure: 0, failed: 0 });
      expect(await context.delivery.unfinished('sms')).toMatchObject({ held: 0 });
      await context.delivery.stop();
    });
  });
});
