/** Writes the messages about a request to agents on shift and to the operator: a short text, and a mail that says the same. */
import { brand } from '#brand/brand.ts';
import { phoneNotProvided, type RequestType, requestTypes } from '#contract/agent-request.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import { button, buttons, paragraph, quietButton, worksheet, writeLetter } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row } from '#server/outbox/mail/plain-text.ts';
import { longestText, subjectOf, telLink, wordClock, wordTime } from '#server/outbox/mail/wording.ts';
import type { RequestMessageKind } from '../tables.ts';

/** The data of a text and a mail. Neither the dealership's note nor who asks is part of it: others may read a telephone or an inbox. */
export interface RequestNote {
  readonly reference: string;
  readonly dealershipName: string;
  readonly dealerPhone: string | null;
  /** How many dealerships have this name, when it is not known which one asks. */
  readonly sameNamed: number | null;
  /** The agent who handed the request off to this recipient alone; null in every other message. */
  readonly handedToYouBy: string | null;
  /** Whether somebody has accepted the request. The operator is told of every request, also of one that is accepted by then. */
  readonly isTaken: boolean;
  readonly requestType: RequestType;
  /** The recipient's own link to the agent's page. */
  readonly link: string;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
  /** The dealership's zone (IANA). */
  readonly timeZone: string;
}

/** What to do when several dealerships have the name; undefined when only one has it. */
const whichOne = ({ sameNamed }: RequestNote): string | undefined =>
  sameNamed === null ? undefined : `${sameNamed === 2 ? 'Two' : sameNamed} dealerships have this name: ask which.`;

const callBack = ({ dealerPhone }: RequestNote) =>
  dealerPhone ? `Call ${dealerPhone}.` : `Phone: ${phoneNotProvided}.`;

/** The time of the request, in the dealership's zone. */
const asked = ({ createdAt, timeZone }: RequestNote): string => wordClock(createdAt, timeZone);

interface Words {
  /** The text after the sender's name. */
  readonly text: (note: RequestNote) => string;
  /** A shorter text, for when a long name makes `text` too long for a provider. */
  readonly shortText: (note: RequestNote) => string;
  /** The beginning of a mail's subject. */
  readonly subject: string;
  readonly say: string;
  readonly linkLabel: string;
  /** Set when nobody has to call: the mail then contains no number. */
  readonly over?: true;
  /** Set when the message asks the recipient to accept. */
  readonly asks?: true;
}

export const requestWords: Record<RequestMessageKind, Words> = {
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
      const how = by === null ? `Still needed. ${what}, is free again.` : `${by} hands off to you: ${what}.`;
      return `${how} ${whichOne(note) ?? callBack(note)} ${link}`;
    },
    shortText: ({ reference, handedToYouBy: by, link }) =>
      by === null
        ? `Still needed. Request ${reference} is free again. ${link}`
        : `${by} hands request ${reference} off to you. ${link}`,
    subject: 'Still needed',
    say: 'Nobody has this request any more, and it still needs a finance manager now. The first to accept has it.',
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

/** A text about a request. */
export function requestText(kind: RequestMessageKind, note: RequestNote): string {
  const { text, shortText } = requestWords[kind];
  const whole = `${brand.name}: ${text(note)}`;
  return whole.length <= longestText ? whole : `${brand.name}: ${shortText(note)}`;
}

/** The first sentence of a mail, and the label of its button. */
function saidOf(kind: RequestMessageKind, { handedToYouBy: by, isTaken }: RequestNote) {
  const { say, linkLabel, asks } = requestWords[kind];
  if (asks && isTaken)
    return { say: 'A dealership asked for a finance manager. Somebody has accepted.', linkLabel: 'See the request' };
  if (kind !== 'request-again' || by === null) return { say, linkLabel };
  return { say: `${by} hands this request off to you. You alone are asked for a minute.`, linkLabel };
}

export function requestMail(kind: RequestMessageKind, note: RequestNote): Letter {
  const { reference, dealershipName, dealerPhone, requestType, link, createdAt, timeZone } = note;
  const { over } = requestWords[kind];
  const { say, linkLabel } = saidOf(kind, note);
  const by = kind === 'request-again' ? note.handedToYouBy : null;
  const subject = subjectOf(by === null ? requestWords[kind].subject : 'Handed to you', dealershipName, reference);
  const dial = dealerPhone && !over ? telLink(dealerPhone) : undefined;
  const facts = [
    ['Dealership', dealershipName],
    ...(over ? [] : [['Call back', whichOne(note) ?? dealerPhone ?? phoneNotProvided] as const]),
    ['Request', requestTypes[requestType]],
    ['Reference', reference],
    ['Asked', wordTime(createdAt, timeZone)],
  ] as const;
  return writeLetter({
    subject,
    text: blocks(say, link, facts.map(([label, value]) => row(label, value)).join('\n')),
    preview: say,
    corner: 'Agent request',
    heading: lines(dealershipName),
    subheading: reference,
    body: html`${paragraph(say)}
${buttons([button(link, linkLabel), ...(dial ? [quietButton(dial, html`Call ${lines(dealerPhone ?? '')}`)] : [])])}
${worksheet(facts.map(([label, value]) => ({ label, value: lines(value) })))}`,
    footer: html`The link is for this address alone. Once the request is over, it shows only how that ended.`,
  });
}
