import { expect, it } from 'vitest';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { recordOf, testNow } from './testing.ts';
import { eventText, sinceThen } from './words.ts';

it.each([
  ['closing', 'done: Lee Park: Help only', 'Closing: Lee Park: Help only'],
  ['closing', 'cancelled: the dealership', 'The store is cancelling'],
  ['closing-undone', 'done: Lee Park', 'Done undone: Lee Park'],
  ['closing-undone', 'cancelled: the dealership', 'Cancel undone'],
  ['opened-again', 'Lee Park', 'Reopened: Lee Park'],
  ['expired', null, 'Expired'],
  ['expired', 'a backup was restored', 'Expired: a backup was restored'],
])('R532 the history tells the event %s with “%s” as “%s”', (kind, detail, text) => {
  expect(eventText(kind, detail)).toBe(text);
});

it.each([
  ['Dana Whitcomb: lender, minutes', 'Deal changed by Dana Whitcomb: lender, minutes'],
  [
    'Dana Whitcomb: dmsDealNumber, notBilledReason',
    'Deal changed by Dana Whitcomb: DMS deal number, not billed because',
  ],
])('R1170 the history names what changed in a deal as its form does: “%s”', (detail, text) => {
  expect(eventText('deal', detail)).toBe(text);
});

it('R604 the history tells that the code of a request has ended', () => {
  expect(eventText('code-ended', null)).toMatch(/^The access code it came with was revoked or ran out/);
});

it('R1266 the history promises no newer code of a dealership that is closed or removed', () => {
  expect(eventText('code-ended', null, true)).toBe('The access code it came with was revoked or ran out');
});

it('R1266 a record tells what has become of the dealership since', () => {
  const since = (now: Partial<NonNullable<RequestRecord['dealershipNow']>>, endedAt: string | null = null) =>
    sinceThen(recordOf({ endedAt, dealershipNow: { name: 'Sample Motors', closedAt: null, removedAt: null, ...now } }));
  expect(sinceThen(recordOf())).toBe('');
  expect(since({})).toBe('');
  expect(since({ name: 'Sample Chrysler' })).toBe('Now called Sample Chrysler.');
  expect(since({ closedAt: testNow })).toBe('The dealership’s account was closed; this request goes on to its end.');
  expect(since({ closedAt: testNow }, testNow)).toBe('The dealership’s account was closed.');
  expect(since({ name: 'erased', closedAt: testNow, removedAt: testNow })).toBe('The dealership was removed.');
});

it('R1161 the history says nothing that may be untrue of a request whose code has ended, or that its person did not take', () => {
  expect(eventText('code-ended', null)).toMatch(/Only a newer code of the dealership’s own shows it in the portal$/);
  expect(eventText('asked-everybody', 'Ben Cole')).toBe('It waits for everybody now, because Ben Cole did not take it');
});

it.each([
  ['sent', 'sms to Lee Park', 'Sent: text to Lee Park'],
  ['sent', 'sms to Lee Park, perhaps a second time', 'Sent: text to Lee Park, perhaps a second time'],
  ['sent', 'mail to Boxline', 'Sent: mail to Boxline'],
  ['sent', 'sms', 'Sent: text'],
  ['delivered', 'sms to Lee Park', 'Delivered: text to Lee Park'],
  ['undelivered', 'sms to Lee Park: no such number', 'Not delivered: text to Lee Park: no such number'],
  ['unsure', 'sms to Lee Park', 'A text may have arrived and is sent once more: Lee Park'],
  ['unsure', 'sms', 'A text may have arrived and is sent once more'],
])('R915 the history tells the event %s with “%s” in the words of the desk, as “%s”', (kind, detail, text) => {
  expect(eventText(kind, detail)).toBe(text);
});
