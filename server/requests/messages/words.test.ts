import { describe, expect, it } from 'vitest';
import { longestText } from '#server/outbox/mail/wording.ts';
import { requestMail, requestText } from './words.ts';

const note = {
  reference: 'BX-7K2M-90QF',
  dealershipName: 'Harbor Point Motors',
  dealerPhone: '(207) 555-0138',
  sameNamed: null,
  handedToYouBy: null,
  isTaken: false,
  requestType: 'active_deal',
  link: 'https://desk.example/agent#t',
  createdAt: '2026-11-21T21:06:00.000Z',
  timeZone: 'America/New_York',
} as const;

describe('R35 the mail about a request', () => {
  it('that was cancelled names nobody to call and no number', () => {
    const { text, html } = requestMail('request-cancelled', note);
    for (const part of [text, html]) {
      expect(part).toContain('BX-7K2M-90QF');
      expect(part).not.toMatch(/555|tel:|Call/);
    }
    const { html: twins } = requestMail('request-cancelled', { ...note, dealerPhone: null, sameNamed: 2 });
    expect(twins).not.toContain('ask which');
  });

  it('R1264 that is open says the number to call and not who asks, as a text does', () => {
    const { text, html } = requestMail('request-agent', note);
    expect(text).toMatch(/Call back: +\(207\) 555-0138/);
    expect(`${text}${html}`).not.toContain('Ask for');
    expect(html).toContain('tel:+12075550138');
  });
});

describe('R545 the message about a request that was handed off to its recipient', () => {
  const handed = { ...note, handedToYouBy: 'Ana Ruiz' };

  it('R967 says in its text who hands off, before it says what', () => {
    expect(requestText('request-again', handed)).toContain(
      'Ana Ruiz hands off to you: Harbor Point Motors, Request Agent for Active Deal. Call (207) 555-0138.',
    );
  });

  it('says by whom, by mail and by text, also when the text must be short', () => {
    const { subject, text } = requestMail('request-again', handed);
    expect(subject).toContain('Handed to you');
    expect(text).toContain('Ana Ruiz hands this request off to you.');
    expect(requestText('request-again', handed)).toContain('Ana Ruiz hands off to you: Harbor Point Motors, ');
    const long = { ...handed, dealershipName: 'Harbor '.repeat(longestText / 7) };
    expect(requestText('request-again', long)).toContain('Ana Ruiz hands request BX-7K2M-90QF off to you.');
  });
});
