import { describe, expect, it } from 'vitest';
import { testClock } from '../../../tests/support/clock.ts';
import { eachEngine } from '../../../tests/support/each-engine.ts';
import { mailEnv, recordMails } from '../../../tests/support/mails.ts';
import { dealer, startPortal } from '../../../tests/support/portal.ts';
import { raiseAlert } from '../service.ts';
import type { AlertKind } from '../tables.ts';
import { alertText } from './words.ts';

const env = {
  ...mailEnv,
  PUBLIC_URL: 'https://desk.example',
};

it.each(['request-into-empty-shift', 'not-accepted', 'nobody-left', 'expired-unanswered', 'not-connected'] as const)(
  'R1265 an alert asks nobody to call a number that is not known: %s',
  (kind) => {
    const request = {
      reference: 'BX-7K2M-90QF',
      dealershipName: 'Harbor Point Motors',
      requestType: 'active_deal',
      isCodeEnded: false,
      createdAt: '2026-11-21T21:06:00.000Z',
      timeZone: 'America/New_York',
    } as const;
    const note = { kind, count: null, raisedAt: request.createdAt, isLate: false };
    const textFor = (dealerPhone: string | null) => alertText({ ...note, request: { ...request, dealerPhone } });
    const noNumber = 'No number is known: look for one at the desk.';
    expect(textFor(null)).toContain(noNumber);
    expect(textFor(null)).not.toMatch(/Call them|or the dealership/);
    expect(textFor('(207) 555-0138')).not.toContain(noNumber);
    expect(textFor('(207) 555-0138')).toMatch(/Call them|or the dealership/);
  },
);

eachEngine((under) => {
  describe('R36 an alert says only what happened', () => {
    /** The mail of an alert of this kind about a request that Marlow has when the mail is written. */
    async function mailOf(kind: AlertKind, { revokes = false } = {}) {
      const clock = testClock();
      const { mails, mailTransport } = recordMails();
      const { context, ask, agent, linksOf, sessionFor, shared } = await startPortal(under, env, {
        now: clock.now,
        mailTransport,
      });
      const requestId = await ask(await sessionFor(shared.code));
      if (revokes) await context.codes.revoke({ id: shared.id });
      await context.agentRequests.sweep();
      await context.storage.transaction((trx) => raiseAlert(trx, { kind, requestId, at: clock.now() }));
      await agent((await linksOf(requestId))['Marlow Finch'] ?? '', 'accept');
      await context.alerts.sweep();
      await context.delivery.runDue();
      const mail = mails.find(({ subject }) => subject.startsWith('Alert'));
      return mail && { subject: mail.subject, text: mail.text.replace(/\s+/g, ' ') };
    }

    it('not who has a request that another agent had when it was late', async () => {
      const mail = await mailOf('not-connected');
      expect(mail?.subject).toBe(`Alert: An agent accepted the request of ${dealer.name} and has not connected`);
      expect(mail?.text).not.toContain('Marlow');
    });

    it('R1303 and not that the screen asks the dealership to call, when the access code of its request has ended', async () => {
      const asks = 'Their screen now asks them to call';
      expect((await mailOf('not-accepted'))?.text).toContain(asks);
      const mail = await mailOf('not-accepted', { revokes: true });
      expect(mail?.text).toContain('Its access code has ended, so their screen may not show it any more');
      expect(mail?.text).not.toContain(asks);
    });

    it('R681 that everybody declined or is gone, or that nobody else is on shift', async () => {
      expect((await mailOf('nobody-left'))?.text).toContain(
        'Everybody who was asked declined or takes no requests any more, or nobody else is on shift.',
      );
    });

    it('that nobody had a request when its time ended, though somebody may have had it before', async () => {
      const mail = await mailOf('expired-unanswered');
      expect(mail?.text).toContain('Nobody had it when its time ended. Call them back.');
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/nobody accepted|unanswered/i);
    });
  });
});
