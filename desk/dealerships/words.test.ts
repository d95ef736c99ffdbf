import { expect, test } from 'vitest';
import { dealershipEventKinds } from '#contract/desk/dealerships.ts';
import { dateText, eventText, hoursText, messageText } from './words.ts';

test('R119 every event of a history reads as a sentence, whatever its detail', () => {
  for (const kind of [...dealershipEventKinds, 'request'] as const) {
    const details = kind === 'agreement' ? [[], ['2026-11-02']] : [[], ['contacts'], ['7']];
    for (const detail of details) {
      expect(eventText({ id: 'e', at: '2026-11-21T21:04:00.000Z', kind, by: 'Dana', detail }), kind).toMatch(
        /^[A-Z].{6,}/,
      );
    }
  }
  const agreement = { id: 'e', at: '', kind: 'agreement', by: null, detail: ['2026-11-02'] } as const;
  expect(eventText({ ...agreement, detail: [...agreement.detail] })).toBe('A command set the agreement to Nov 2, 2026');
});

test('R119 a day reads the same in every time zone, and equal days of the week are one part', () => {
  expect(dateText('2026-01-01')).toBe('Jan 1, 2026');
  const day = { opens: '09:00', closes: '20:30' };
  expect(hoursText([day, day, day, day, day, { opens: '10:00', closes: '12:00' }, null])).toBe(
    'Mon–Fri 9:00\u00a0am–8:30\u00a0pm, Sat 10:00\u00a0am–12:00\u00a0pm, Sun closed',
  );
  expect(hoursText(null)).toBe('');
});

test('R119 a link that waits says for what: a mail for a mail server, a text for a text provider', () => {
  expect(messageText({ channel: 'mail', state: 'held' })).toBe('Mail waits for a mail server');
  expect(messageText({ channel: 'sms', state: 'held' })).toBe('Text waits for a text provider');
  expect(messageText({ channel: 'sms', state: 'sent' })).toBe('Text sent');
});
