/**
 * The words of each alert: a short text, and a mail with the same content. They contain no secret and nothing that a dealer wrote.
 */
import { brand } from '#brand/brand.ts';
import { phoneNotProvided, type RequestType, requestTimings, requestTypes } from '#contract/agent-request.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import { button, buttons, paragraph, worksheet, writeLetter } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row } from '#server/outbox/mail/plain-text.ts';
import { inSubject, longestText, telLink, wordTime } from '#server/outbox/mail/wording.ts';
import type { AlertKind } from '../tables.ts';

/** The request that an alert is about. */
export interface AlertRequest {
  readonly reference: string;
  readonly dealershipName: string;
  readonly dealerPhone: string | null;
  readonly requestType: RequestType;
  /** Whether the access code that it came with has ended. Then only a newer code of the dealership's own shows it. */
  readonly isCodeEnded: boolean;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
  /** The dealership's time zone (IANA). */
  readonly timeZone: string;
}

export interface AlertNote {
  readonly kind: AlertKind;
  readonly count: number | null;
  readonly request: AlertRequest | undefined;
  /** ISO-8601, UTC. */
  readonly raisedAt: string;
  /** Whether it is sent so long after that it may be out of date. */
  readonly isLate: boolean;
}

interface Words {
  /** The heading and the subject: what is wrong. No full stop. */
  readonly what: string;
  /** What to do about it: one or two sentences. */
  readonly todo: string;
}

const dealershipOf = ({ request }: AlertNote) => request?.dealershipName || 'A dealership';
const countOf = ({ count }: AlertNote, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count ?? 0} ${many}`;

const callAfterS = requestTimings.callAfterMs / 1000;

/** Asks for a call, unless no number is known. */
const callOn = ({ request }: AlertNote, call: string, noCall = '') =>
  request?.dealerPhone ? call : `${noCall}No number is known: look for one at the desk.`;

const takeIt = (note: AlertNote) => {
  const accept = 'ccept the request at the desk or by the link in the mail that the operator got.';
  return callOn(note, `Call them, or a${accept}`, `A${accept} `);
};

/** What the screen of the dealership says when nobody has accepted in time. */
const screenText = ({ request }: AlertNote): string =>
  request?.isCodeEnded
    ? 'Its access code has ended, so their screen may not show it any more, nor ask them to call.'
    : `Their screen now asks them to call, because ${callAfterS} seconds are over: expect their call.`;

/** Names no single cause: messages also need a person when they were held for long, or come from a backup. */
const whyFailed = 'Each was refused, could not be sent or delivered, or waits for a decision.';
const whereShown = 'The desk shows under Messages which ones and why, and so does npm run outbox.';

export const alertWords: Record<AlertKind, (note: AlertNote) => Words> = {
  'shift-empty': () => ({
    what: 'Nobody is on shift',
    todo: 'The last person on shift went off. Until somebody is on shift, nobody is texted: the operator is mailed, and the desk rings for whoever switched themselves available, otherwise for admins on call. A shift begins at the desk, or with npm run shift.',
  }),
  'shift-unreached': () => ({
    what: 'Nobody with a telephone is on shift',
    todo: 'Requests are announced by text alone, and nobody on shift has a telephone number any more. Add one at the desk under People, or with npm run shift.',
  }),
  'request-into-empty-shift': (note) => ({
    what: `${dealershipOf(note)} asks for an agent, and nobody is on shift`,
    todo: takeIt(note),
  }),
  'not-accepted': (note) => ({
    what: `Nobody accepted the request of ${dealershipOf(note)}`,
    todo: `${screenText(note)} ${takeIt(note)}`,
  }),
  'nobody-left': (note) => ({
    what: `Nobody is left to accept the request of ${dealershipOf(note)}`,
    todo: `Everybody who was asked declined or takes no requests any more, or nobody else is on shift. ${takeIt(note)}`,
  }),
  'expired-unanswered': (note) => ({
    what: `The request of ${dealershipOf(note)} ended while nobody had it`,
    todo: `Nobody had it when its time ended. ${callOn(note, 'Call them back.')}`,
  }),
  'not-connected': (note) => ({
    what: `An agent accepted the request of ${dealershipOf(note)} and has not connected`,
    todo: callOn(note, 'Call the agent, or the dealership.', 'Call the agent. '),
  }),
  'sweep-waits': () => ({
    what: 'The sweep of old records waits for an admin',
    todo: 'It was the first one, or would delete far more than expected, or the last one was more than a week ago. Nothing was deleted. Check the server’s clock, then open Records at the desk.',
  }),
  'mail-failed': (note) => ({
    what: `${countOf(note, 'mail needs', 'mails need')} attention`,
    todo: `${whyFailed} ${whereShown}`,
  }),
  'text-failed': (note) => ({
    what: `${countOf(note, 'text needs', 'texts need')} attention`,
    todo: `${whyFailed} ${whereShown}`,
  }),
  'mail-unattended': (note) => ({
    what: `${countOf(note, 'mail has', 'mails have')} needed attention for 15 minutes`,
    todo: `Nobody has looked after ${note.count === 1 ? 'it' : 'them'} yet. ${whereShown}`,
  }),
  'text-unattended': (note) => ({
    what: `${countOf(note, 'text has', 'texts have')} needed attention for 15 minutes`,
    todo: `Nobody has looked after ${note.count === 1 ? 'it' : 'them'} yet. ${whereShown}`,
  }),
  'webhook-disabled': () => ({
    what: 'An endpoint of webhooks was disabled',
    todo: 'It failed for five days, or responded that it wants no more webhooks. The desk shows under Connections which one and why. Switch it on there, and send again what was not delivered.',
  }),
  'wrong-codes': () => ({
    what: 'Many wrong access codes are tried at the portal',
    todo: 'Codes are too long to be guessed. See the log and the metrics; rotate a code that may have leaked, with npm run codes.',
  }),
  'wrong-sign-ins': () => ({
    what: 'Many wrong passwords or second factors are tried at the desk',
    todo: 'Tries are delayed and counted, and nobody is locked out of a known device. See the log, and ask your people about mails on wrong codes.',
  }),
};

const factsOf = ({ request }: AlertNote): readonly (readonly [string, string])[] =>
  request
    ? [
        ['Dealership', request.dealershipName],
        ['Call back', request.dealerPhone ?? phoneNotProvided],
        ['Request', requestTypes[request.requestType]],
        ['Reference', request.reference],
        ['Asked', wordTime(request.createdAt, request.timeZone)],
      ]
    : [];

/** Writes the text of an alert. When it would be too long, the first sentence is left out. */
export function alertText(note: AlertNote): string {
  const { request } = note;
  const { what, todo } = alertWords[note.kind](note);
  const from = `${brand.name} alert`;
  const call = request && ` Phone: ${request.dealerPhone ?? phoneNotProvided}. Reference: ${request.reference}.`;
  const text = `${from}: ${what}. ${todo}${call ?? ''}`;
  return text.length <= longestText ? text : `${from}: ${todo}${call ?? ''}`;
}

/** Writes the mail of an alert, with the facts of the request that it is about. A late one says when it was raised before what it says. */
export function alertMail(note: AlertNote): Letter {
  const { request, raisedAt, isLate } = note;
  const { what, todo } = alertWords[note.kind](note);
  const raised = wordTime(raisedAt, brand.timeZone);
  const plain = request && { ...request, dealershipName: inSubject(request.dealershipName) };
  const inHeader = alertWords[note.kind]({ ...note, request: plain }).what;
  const late = isLate && `This mail comes late: the alert was raised on ${raised}. Look first whether it is still so.`;
  const facts = factsOf(note);
  const dial = request?.dealerPhone ? telLink(request.dealerPhone) : undefined;
  return writeLetter({
    subject: isLate ? `Alert of ${raised}: ${inHeader}` : `Alert: ${inHeader}`,
    text: blocks(
      late,
      `${what}.`,
      todo,
      facts.map(([label, value]) => row(label, value)).join('\n'),
      row('Raised', raised),
    ),
    preview: late || todo,
    corner: 'Alert',
    heading: lines(what),
    subheading: raised,
    body: html`${late && paragraph(late)}${paragraph(todo)}
${dial && buttons([button(dial, html`Call ${lines(request?.dealerPhone ?? '')}`)])}
${facts.length > 0 && worksheet(facts.map(([label, value]) => ({ label, value: lines(value) })))}`,
    footer: html`You get this mail because alerts of ${brand.name} go to this address.`,
  });
}
