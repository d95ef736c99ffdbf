/** A sample of every mail that the server sends, for the pictures and the tests. */
import { brand } from '#brand/brand.ts';
import { codeLinkMail } from '#server/access/messages/words.ts';
import { type AlertNote, alertMail, alertWords } from '#server/alerts/messages/words.ts';
import { headMail } from '#server/audit/messages.ts';
import { testLinkMail } from '#server/first-hour/messages.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { type RequestNote, requestMail, requestWords } from '#server/requests/messages/words.ts';
import { linkMail, linkWords, noticeMail, noticeWords } from '#server/sign-in/messages/words.ts';
import { letterSamples } from './letter-samples.ts';

const time = '2026-11-22T02:04:31.120Z';
const link = 'https://desk.example/a#hIbxQKOXP3bTdBFODwBzSuxQ9e5NC8T72MQ8BgSPQ6Q';
const { timeZone } = brand;

const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) => Object.keys(words) as Key[];

interface Names {
  readonly dealershipName?: string;
  /** Somebody of the staff. */
  readonly personName?: string;
}

/** The samples, by the name of the file into which the picture of each is written. */
export function mailSamples({
  dealershipName = 'Harbor Point Motors',
  personName = 'Tamsin Okoro',
}: Names = {}): Record<string, Letter> {
  const asked = { reference: 'BX-7K2M-90QF', dealershipName, dealerPhone: '(207) 555-0148', createdAt: time, timeZone };
  const note: RequestNote = {
    ...asked,
    sameNamed: null,
    handedToYouBy: null,
    isTaken: false,
    requestType: 'active_deal',
    link,
  };
  const alert: Omit<AlertNote, 'kind'> = {
    count: 2,
    request: { ...asked, requestType: 'active_deal', isCodeEnded: false },
    raisedAt: time,
    isLate: false,
  };
  const notice = { device: 'Chrome on Windows', at: time };
  const code = { dealershipName, url: link, expiresAt: time, graceHours: 24, timeZone };
  return {
    ...letterSamples(),
    ...Object.fromEntries(
      keysOf(linkWords).map((kind) => [`link-${kind}`, linkMail({ kind, url: link, expiresAt: time })]),
    ),
    ...Object.fromEntries(
      keysOf(noticeWords).flatMap((kind) => [
        [`notice-${kind}`, noticeMail({ ...notice, kind, of: null })],
        [`notice-${kind}-of-another`, noticeMail({ ...notice, kind, of: personName })],
      ]),
    ),
    ...Object.fromEntries(keysOf(requestWords).map((kind) => [kind, requestMail(kind, note)])),
    'request-handed-off': requestMail('request-again', { ...note, handedToYouBy: personName }),
    'request-accepted': requestMail('request-agent', { ...note, isTaken: true }),
    ...Object.fromEntries(keysOf(alertWords).map((kind) => [`alert-${kind}`, alertMail({ ...alert, kind })])),
    'alert-late': alertMail({ ...alert, kind: 'not-accepted', isLate: true }),
    'code-link': codeLinkMail(code),
    'audit-head': headMail({ seq: 1234, hash: 't0jzngXqQNwcFKgQ38k16sk6OcV7JROQsAzQ6sfV5SM', made_at: time }),
    'test-link': testLinkMail(link),
  };
}
