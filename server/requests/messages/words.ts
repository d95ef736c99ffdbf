/** The words of each message about a request to an agent on shift or the operator: a short text, and a mail that says the same. */
import type { Brand } from '#brand/brand.ts';
import { phoneNotProvided, type RequestType, requestTypes } from '#contract/agent-request.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import { button, buttons, page, paragraph, quietButton, worksheet } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row } from '#server/outbox/mail/plain-text.ts';
import { longestText, subjectOf, telLink, wordClock, wordTime } from '#server/outbox/mail/wording.ts';
import type { RequestMessageKind } from '../tables.ts';

/** What both are written from. The dealership's own words are not part of it: a text and an inbox can be read by anyone. */
export interface RequestNote {
  readonly brand: Pick<Brand, 'name'>;
  readonly reference: string;
  readonly dealershipName: string;
  readonly dealerPhone: string | null;
  /** The name of who asks. It is in no text. */
  readonly callbackName: string | null;
  /** How many dealerships have this name, when it is not known which one asks. */
  readonly sameNamed: number | null;
  /** Who handed it off to the recipient, who alone is asked; null for everybody else. */
  readonly handedToYouBy: string | null;
  /** Whether somebody has it. The operator, who is told of every request, may be told so late. */
  readonly isTaken: boolean;
  readonly requestType: RequestType;
  /** The recipient's own link to the agent's page. */
  readonly link: string;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
  /** The dealership's (IANA). */
  readonly timeZone: string;
}

/** What to do when a name is not that of one dealership alone. */
const whichOne = ({ sameNamed }: RequestNote): string | undefined =>
  sameNamed === null ? undefined : `${sameNamed === 2 ? 'Two' : sameNamed} dealerships have this name: ask which.`;

const callBack = ({ dealerPhone }: RequestNote) =>
  dealerPhone ? `Call ${dealerPhone}.` : `Phone: ${phoneNotProvided}.`;

/** What every text begins with. `again` says so to who may have had it already. */
const sender = ({ brand }: RequestNote, again: boolean) => (again ? `${brand.name}, sent again` : brand.name);

/** When it was asked for, on the dealership's clock. */
const asked = ({ createdAt, timeZone }: RequestNote): string => wordClock(createdAt, timeZone);

/** The words of each kind of message. */
interface Words {
  /** The text after the sender's name. */
  readonly text: (note: RequestNote) => string;
  /** The same when a long name makes that too long for a provider. */
  readonly shortText: (note: RequestNote) => string;
  /** What a mail's subject begins with. */
  readonly subject: string;
  readonly say: string;
  readonly linkLabel: string;
  /** Nobody has to be called: neither a name nor a number is in the mail. */
  readonly over?: true;
  /** It asks for somebody who accepts. */
  readonly asks?: true;
}

export const requestKinds: Record<RequestMessageKind, Words> = {
  'request-agent': {
    text: (note) =>
      `${note.dealershipName}, ${requestTypes[note.requestType]}, ${asked(note)}. ${whichOne(note) ?? callBack(note)} ${note.link}`,
    shortText: (note) => `${requestTypes[note.requestType]}, ${asked(note)}. ${note.link}`,
    subject: 'Agent request',
    say: 'A dealership asks for a finance manager now. The first to accept has it.',
    linkLabel: 'Open and accept',
    asks: true,
  },
  'request-again': {
    text: (note) => {
      const { dealershipName, handedToYouBy: by, link } = note;
      const what = `${dealershipName}, ${requestTypes[note.requestType]}`;
      const how = by === null ? `Still needed. ${what}, was handed back.` : `${by} hands ${what}, off to you.`;
      return `${how} ${whichOne(note) ?? callBack(note)} ${link}`;
    },
    shortText: ({ reference, handedToYouBy: by, link }) =>
      by === null
        ? `Still needed. Request ${reference} was handed back. ${link}`
        : `${by} hands request ${reference} off to you. ${link}`,
    subject: 'Handed back',
    say: 'This request was handed back and still needs a finance manager now. The first to accept has it.',
    linkLabel: 'Open and accept',
    asks: true,
  },
  'request-late': {
    text: (note) =>
      `${note.dealershipName} is waiting. You accepted ${note.reference} and are not connected. ${whichOne(note) ?? callBack(note)} ${note.link}`,
    shortText: ({ reference, link }) => `You accepted ${reference} and are not connected. ${link}`,
    subject: 'Not connected',
    say: 'You accepted this request and are not connected yet. Call the dealership, or hand the request back on its page.',
    linkLabel: 'Open the request',
  },
  'request-cancelled': {
    text: ({ dealershipName, reference }) =>
      `${dealershipName} cancelled its request ${reference}. Nothing is left to do.`,
    shortText: ({ reference }) => `Request ${reference} was cancelled. Nothing is left to do.`,
    subject: 'Cancelled',
    say: 'The dealership cancelled this request. Nothing is left to do.',
    linkLabel: 'See the request',
    over: true,
  },
};

/**
 * A text about a request.
 *
 * @param again says so, to who may have had this text already
 */
export function requestText(kind: RequestMessageKind, note: RequestNote, { again = false } = {}): string {
  const { text, shortText } = requestKinds[kind];
  const from = sender(note, again);
  const whole = `${from}: ${text(note)}`;
  return whole.length <= longestText ? whole : `${from}: ${shortText(note)}`;
}

/** What a mail says of a request, and what its button says. */
function saidOf(kind: RequestMessageKind, { handedToYouBy: by, isTaken }: RequestNote) {
  const { say, linkLabel, asks } = requestKinds[kind];
  if (asks && isTaken)
    return { say: 'A dealership asked for a finance manager. Somebody has accepted.', linkLabel: 'See the request' };
  if (kind !== 'request-again' || by === null) return { say, linkLabel };
  return { say: `${by} hands this request off to you. You alone are asked for a minute.`, linkLabel };
}

/** A mail about a request. */
export function requestMail(kind: RequestMessageKind, note: RequestNote): Letter {
  const { brand, reference, dealershipName, dealerPhone, callbackName, requestType, link, createdAt, timeZone } = note;
  const { over } = requestKinds[kind];
  const { say, linkLabel } = saidOf(kind, note);
  const by = kind === 'request-again' ? note.handedToYouBy : null;
  const subject = subjectOf(by === null ? requestKinds[kind].subject : 'Handed to you', dealershipName, reference);
  const dial = dealerPhone && !over ? telLink(dealerPhone) : undefined;
  const facts = [
    ['Dealership', dealershipName],
    ...(over ? [] : [['Call back', whichOne(note) ?? dealerPhone ?? phoneNotProvided] as const]),
    ...(over || callbackName === null ? [] : [['Ask for', callbackName] as const]),
    ['Request', requestTypes[requestType]],
    ['Reference', reference],
    ['Asked', wordTime(createdAt, timeZone)],
  ] as const;
  const markup = page({
    brandName: brand.name,
    title: subject,
    preview: say,
    corner: 'Agent request',
    heading: lines(dealershipName),
    subheading: reference,
    body: html`${paragraph(say)}
${buttons([button(link, linkLabel), ...(dial ? [quietButton(dial, html`Call ${lines(dealerPhone ?? '')}`)] : [])])}
${worksheet(facts.map(([label, value]) => ({ label, value: lines(value) })))}`,
    footer: html`The link is yours alone. Once the request is over, it shows only how that ended.`,
  });
  const text = blocks(say, link, facts.map(([label, value]) => row(label, value)).join('\n'));
  return { subject, text, html: markup };
}
