import { describe, expect, test } from 'vitest';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { aRequest } from '../testing/server.ts';
import { cardOf, spanInWords, spanOnClock } from './card.ts';

const createdAt = '2026-11-20T21:04:12.000Z';
const at = (seconds: number) => new Date(Date.parse(createdAt) + seconds * 1000).toISOString();
const ms = (seconds: number) => Date.parse(at(seconds));

const stored = aRequest({ createdAt, expiresAt: at(900), serverNow: createdAt });
const sent: RequestView = { ...stored, state: 'sent', sentAt: at(1) };
const delivered: RequestView = { ...sent, state: 'delivered', deliveredAt: at(2) };
const accepted: RequestView = {
  ...delivered,
  state: 'accepted',
  acceptedAt: at(7),
  acceptedBy: 'Dana',
  lateAt: at(307),
};
const connected: RequestView = { ...accepted, state: 'connected', connectedAt: at(40), lateAt: null };

const standings = (view: RequestView, seconds = 10) => cardOf(view, ms(seconds)).steps.map(({ standing }) => standing);
const headline = (view: RequestView, seconds = 10) => cardOf(view, ms(seconds)).headline;

describe('R24 the live card', () => {
  test('says what happened and when, one fact after the other', () => {
    expect(cardOf(accepted, ms(10)).steps).toEqual([
      { key: 'stored', label: 'Stored', at: createdAt, standing: 'done', words: '' },
      { key: 'sent', label: 'Sent', at: at(1), standing: 'done', words: '' },
      { key: 'delivered', label: 'Text delivered', at: at(2), standing: 'done', words: '' },
      { key: 'accepted', label: 'Accepted by Dana', at: at(7), standing: 'done', words: '' },
      { key: 'connected', label: 'Connected', at: null, standing: 'next', words: 'waiting' },
    ]);
    expect(headline(accepted)).toBe('Dana has your request');
    expect(headline(connected)).toBe('Dana is connected');
  });

  test('claims nothing before it happened', () => {
    expect(standings(stored)).toEqual(['done', 'next', 'open', 'open', 'open']);
    expect(headline(stored)).toBe('Stored. Going out to the finance managers on shift.');
    expect(standings(sent)).toEqual(['done', 'done', 'next', 'open', 'open']);
    expect(headline(sent)).toBe('Sent. Waiting for a finance manager.');
  });

  test('says that no delivery was reported, when an agent accepted without one', () => {
    expect(standings({ ...accepted, deliveredAt: null })).toEqual(['done', 'done', 'passed', 'done', 'next']);
  });

  test('says to call at 45 s without acceptance, not before, whatever the text became', () => {
    for (const view of [stored, sent, delivered]) {
      expect(cardOf(view, ms(44.999)).mood).toBe('waiting');
      expect(cardOf(view, ms(45))).toMatchObject({
        mood: 'call',
        headline: 'Nobody has accepted yet. Call the desk.',
        words: 'No answer within 45 seconds. Your request stays open; the call is faster now.',
      });
      expect(cardOf({ ...view, acceptedAt: at(50), acceptedBy: 'Dana' }, ms(60)).mood).toBe('coming');
    }
  });

  test.each(['capped', 'nobody', 'none', 'failed'] as const)(
    'says to call at once when smsStatus is %s',
    (smsStatus) => {
      const card = cardOf({ ...stored, smsStatus }, ms(2));
      expect(card.mood).toBe('call');
      expect(card.words).toContain('by mail');
      expect(card.steps[1]).toMatchObject({ label: 'Sent by mail', standing: 'next' });
      expect(card.steps[2]).toMatchObject({ standing: 'passed', words: 'no text' });
    },
  );

  test.each(['capped', 'nobody', 'none', 'failed'] as const)(
    'promises no mail that cannot go when smsStatus is %s',
    (smsStatus) => {
      const card = cardOf({ ...stored, smsStatus, mailing: false }, ms(2));
      expect(card).toMatchObject({ mood: 'call', words: expect.stringContaining('only a call is sure to be heard.') });
      expect(card.words).not.toContain('by mail');
      expect(card.steps[1]).toMatchObject({ label: 'Sent', standing: 'passed', words: 'not possible' });
    },
  );

  test('R697 does not say that only a mail or a call reaches the desk, where consoles ring as well', () => {
    for (const mailing of [true, false]) {
      const { words } = cardOf({ ...stored, smsStatus: 'none', mailing }, ms(2));
      expect(words).toContain('Your request is at the desk');
      expect(words).not.toMatch(/alone|only your call reaches/i);
    }
  });

  test('R1168 does not say that nothing can be sent to a person who is asked at the desk, then or later', () => {
    const back = { ...stored, handedBackAt: at(60), handedBackBy: 'Dana', smsStatus: 'none', mailing: false } as const;
    const atDesk = { label: 'Sent', standing: 'passed', words: 'at the desk' };
    expect(cardOf({ ...back, waitsFor: 'Rowan' }, ms(61)).steps[1]).toMatchObject(atDesk);
    expect(
      cardOf({ ...back, state: 'accepted', acceptedAt: at(62), acceptedBy: 'Rowan' }, ms(63)).steps[1],
    ).toMatchObject(atDesk);
    expect(cardOf(back, ms(61)).steps[1]).toMatchObject({ words: 'not possible' });
  });

  test('R1169 speaks of texts and not of shifts when nobody can be texted, because consoles may ring', () => {
    for (const mailing of [true, false]) {
      const { words } = cardOf({ ...stored, smsStatus: 'nobody', mailing }, ms(2));
      expect(words).toMatch(/^Nobody can be texted now\./);
    }
  });

  test('names mail only where no text can be what was sent', () => {
    const label = (smsStatus: RequestView['smsStatus']) => cardOf({ ...sent, smsStatus }, ms(2)).steps[1]?.label;
    expect([label('going'), label('failed'), label('capped'), label('none')]).toEqual([
      'Sent',
      'Sent',
      'Sent by mail',
      'Sent by mail',
    ]);
  });

  test('R602 says that the store cancelled it, unless it was cancelled in this tab', () => {
    const cancelled = { ...sent, endedAt: at(900), state: 'cancelled' } as const;
    expect(cardOf(cancelled, ms(901)).headline).toBe('Your store cancelled this request');
    expect(cardOf(cancelled, ms(901), { cancelledHere: true }).headline).toBe('You cancelled this request');
  });

  test('R1296 does not say that a request stays open once its time is over and no news of it came, as on a laptop that slept', () => {
    const back = { ...stored, handedBackAt: at(60), handedBackBy: 'Dana', nobodyLeftAt: at(60) };
    const unsent = { ...stored, smsStatus: 'failed' } as const;
    for (const view of [sent, accepted, back, unsent]) {
      expect(cardOf(view, ms(899)).words).toMatch(/Your request (?:stays open|is at the desk)/);
      expect(cardOf(view, ms(900)).words).not.toMatch(/stays open|at the desk|faster/);
      expect(cardOf(view, ms(8 * 3600)).words).toMatch(
        /Your request was open until \d+:\d\d:\d\d\s[ap]m on \w+ \d+\.$/,
      );
      expect(cardOf(view, ms(8 * 3600)).mood).toBe('call');
    }
  });

  test('ends with what ended it, and nothing is waited for any more', () => {
    const over = { endedAt: at(900) };
    expect(headline({ ...connected, ...over, state: 'done' })).toBe('Dana closed this request');
    expect(cardOf({ ...accepted, ...over, state: 'cancelled' }, ms(901)).words).toBe('Dana sees it with the request.');
    expect(cardOf({ ...sent, ...over, state: 'expired' }, ms(901))).toMatchObject({
      mood: 'call',
      words: 'Nobody accepted it within 15 minutes.',
    });
    expect(headline({ ...accepted, ...over, state: 'expired' })).toBe('This request has ended');
    expect(standings({ ...sent, ...over, state: 'cancelled' })).toEqual(['done', 'done', 'passed', 'passed', 'passed']);
  });
});

describe('R58 the card of a request that is accepted and not connected', () => {
  test('says so after five minutes, not before, with the call beside it', () => {
    expect(cardOf(accepted, ms(306.999)).mood).toBe('coming');
    expect(cardOf(accepted, ms(307))).toMatchObject({
      mood: 'call',
      headline: 'Dana is not connected yet. Call the desk.',
      words: expect.stringMatching(/ and not connected within 5 minutes\. Your request stays open;/),
    });
    expect(cardOf(connected, ms(1000)).mood).toBe('connected');
  });
});

describe('R35 the card of a request whose steps were taken back', () => {
  const back: RequestView = {
    ...stored,
    handedBackAt: at(600),
    handedBackBy: 'Dana',
    expiresAt: at(1500),
  };

  test('says who handed it back and that another is looked for, and counts from then', () => {
    expect(cardOf(back, ms(610))).toMatchObject({
      mood: 'waiting',
      headline: 'Dana handed it back. Looking for another finance manager.',
    });
    expect(standings(back, 610)).toEqual(['done', 'next', 'open', 'open', 'open']);
    expect(cardOf(back, ms(644.999)).mood).toBe('waiting');
    expect(cardOf(back, ms(645))).toMatchObject({
      mood: 'call',
      headline: 'Nobody has accepted yet. Call the desk.',
      words: expect.stringMatching(/^No answer within 45 seconds since /),
    });
    expect(cardOf({ ...back, state: 'expired' }, ms(1501)).words).toBe('Nobody accepted it within 15 minutes.');
  });

  test('says whom it is handed to, and to call only when that one does not accept in time', () => {
    // A person at the desk is asked there, whether or not texts can be sent.
    for (const smsStatus of ['going', 'none'] as const) {
      const handed = { ...back, waitsFor: 'Rowan', smsStatus };
      expect(cardOf(handed, ms(610))).toMatchObject({
        mood: 'waiting',
        headline: 'Dana is handing it to Rowan',
        words: 'Rowan was asked and has not accepted yet. This page says so at once.',
      });
      expect(cardOf(handed, ms(645))).toMatchObject({
        mood: 'call',
        headline: 'Nobody has accepted yet. Call the desk.',
      });
    }
  });

  test('R1201 says who has not taken a hand-off, and not that it was handed back', () => {
    const refused = { ...back, notTakenBy: 'Rowan' };
    expect(cardOf(refused, ms(610)).headline).toBe('Rowan has not taken it. Looking for another finance manager.');
    expect(cardOf({ ...refused, smsStatus: 'capped' }, ms(610)).words).toMatch(/^Rowan has not taken it\. This hour's/);
    expect(cardOf({ ...refused, nobodyLeftAt: at(600) }, ms(610)).words).toMatch(/^Rowan has not taken it\. Your/);
  });

  test('says that signing has begun, when its finance manager says so', () => {
    expect(cardOf({ ...connected, signingAt: at(700) }, ms(710))).toMatchObject({
      mood: 'connected',
      headline: expect.stringMatching(/ is connected and signing has begun$/),
    });
  });

  test('says that it was handed back also when no text can go out after that', () => {
    const why =
      "Dana handed it back. This hour's texts are used up. Your request is at the desk and goes out by mail; the call is faster.";
    expect(cardOf({ ...back, smsStatus: 'capped' }, ms(610))).toMatchObject({
      mood: 'call',
      headline: 'Call the desk now',
      words: why,
    });
    expect(cardOf({ ...back, smsStatus: 'none', mailing: false }, ms(610)).words).toBe(
      'Dana handed it back. No text can go out now. Your request is at the desk; only a call is sure to be heard.',
    );
  });

  test('R681 says when nobody is left, and why', () => {
    expect(cardOf({ ...sent, nobodyLeftAt: at(9) }, ms(10))).toMatchObject({
      mood: 'call',
      headline: 'Nobody can take it now. Call the desk.',
      words: 'Everybody who was asked said no or has left. Your request stays open.',
    });
    expect(cardOf({ ...back, nobodyLeftAt: at(600), smsStatus: 'nobody' }, ms(610)).words).toBe(
      'Dana handed it back. Your request stays open.',
    );
  });

  test('R1263 asks to end AnyDesk after it was taken from somebody, until the next one is connected', () => {
    const taken = { ...back, handedBackBy: null };
    const end = /^End any AnyDesk session that is still open\. /;
    expect(cardOf({ ...taken, nobodyLeftAt: at(600), smsStatus: 'nobody' }, ms(610)).words).toBe(
      'End any AnyDesk session that is still open. Your finance manager had to leave. Your request stays open.',
    );
    const next = { ...taken, acceptedAt: at(620), acceptedBy: 'Rowan' };
    for (const view of [taken, { ...taken, smsStatus: 'none' as const }, next]) {
      expect(cardOf(view, ms(625)).words).toMatch(end);
    }
    expect(cardOf({ ...next, connectedAt: at(640) }, ms(650)).words).not.toMatch(end);
    for (const view of [sent, accepted, back]) expect(cardOf(view, ms(10)).words).not.toMatch(end);
  });

  test('R553 says that a hand-off went to one who is gone, and not that everybody said no', () => {
    const gone = { ...back, notTakenBy: 'Rowan', nobodyLeftAt: at(605), smsStatus: 'nobody' } as const;
    expect(cardOf(gone, ms(610)).words).toMatch(/^Rowan has not taken it\. /);
    expect(cardOf({ ...back, nobodyLeftAt: at(605), smsStatus: 'none' }, ms(610)).words).toMatch(
      /^Everybody who was asked/,
    );
  });

  test('that the dealership cancelled says until when that can be taken back, and asks for nothing else', () => {
    const closing = { as: 'cancelled', at: at(10), endsAt: at(70) } as const;
    for (const view of [sent, accepted, connected]) {
      expect(cardOf({ ...view, closing }, ms(1000))).toMatchObject({
        mood: 'closing',
        headline: 'Cancelled',
        words: expect.stringMatching(/^It ends at .* Until then you can take it back\.$/),
      });
    }
  });

  test('that its agent closes says so, and does not say that it is over', () => {
    const closing = { as: 'done', at: at(60), endsAt: at(120) } as const;
    expect(cardOf({ ...connected, closing }, ms(61))).toMatchObject({
      mood: 'closing',
      headline: 'Dana is closing this request',
    });
  });
});

test('a span reads as people say it', () => {
  expect([1000, 45_000, 119_000, 120_000, 900_000].map(spanInWords)).toEqual([
    '1 second',
    '45 seconds',
    '119 seconds',
    '2 minutes',
    '15 minutes',
  ]);
  expect([0, 45_000, 843_000, 3_661_000].map(spanOnClock)).toEqual(['0:00', '0:45', '14:03', '1:01:01']);
});
