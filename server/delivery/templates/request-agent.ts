/** What an agent on shift and the operator are told of a request: a short text, and a mail that says the same. */
import type { Brand } from '#brand/brand.ts';
import { phoneNotProvided, type RequestType, requestTypes } from '#contract/agent-request.ts';
import { html, lines } from './html.ts';
import { button, buttons, page, paragraph, quietButton, worksheet } from './layout.ts';
import type { Letter } from './letter.ts';
import { blocks, row } from './plain-text.ts';
import { longestText, subjectOf, telLink, wordClock, wordTime } from './wording.ts';

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
  readonly requestType: RequestType;
  /** The recipient's own link to the agent's page. */
  readonly link: string;
  /** ISO-8601, UTC. */
  readonly storedAt: string;
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

/**
 * The text: dealership, what is asked for, the number to call back and the link.
 *
 * @param again says so, to who may have had this text already
 */
export function requestText(note: RequestNote, { again = false } = {}): string {
  const { dealershipName, requestType, link, storedAt, timeZone } = note;
  const asked = wordClock(storedAt, timeZone);
  const from = sender(note, again);
  const text = `${from}: ${dealershipName}, ${requestTypes[requestType]}, ${asked}. ${whichOne(note) ?? callBack(note)} ${link}`;
  return text.length <= longestText ? text : `${from}: ${requestTypes[requestType]}, ${asked}. ${link}`;
}

/** The text to the agent who accepted, when nobody has to come any more. */
export function requestCancelledText(note: RequestNote, { again = false } = {}): string {
  const { dealershipName, reference } = note;
  const from = sender(note, again);
  const text = `${from}: ${dealershipName} cancelled its request ${reference}. Nothing is left to do.`;
  return text.length <= longestText ? text : `${from}: Request ${reference} was cancelled. Nothing is left to do.`;
}

function write(note: RequestNote, subject: string, heading: string, say: string, linkLabel: string): Letter {
  const { brand, reference, dealershipName, dealerPhone, callbackName, requestType, link, storedAt, timeZone } = note;
  const dial = dealerPhone ? telLink(dealerPhone) : undefined;
  const facts = [
    ['Dealership', dealershipName],
    ['Call back', whichOne(note) ?? dealerPhone ?? phoneNotProvided],
    ...(callbackName === null ? [] : [['Ask for', callbackName] as const]),
    ['Request', requestTypes[requestType]],
    ['Reference', reference],
    ['Asked', wordTime(storedAt, timeZone)],
  ] as const;
  const markup = page({
    brandName: brand.name,
    title: subject,
    preview: say,
    corner: 'Agent request',
    heading: lines(heading),
    subheading: reference,
    body: html`${paragraph(say)}
${buttons([button(link, linkLabel), ...(dial ? [quietButton(dial, html`Call ${lines(dealerPhone ?? '')}`)] : [])])}
${worksheet(facts.map(([label, value]) => ({ label, value: lines(value) })))}`,
    footer: html`The link is yours alone and ends with the request.`,
  });
  const text = blocks(say, link, facts.map(([label, value]) => row(label, value)).join('\n'));
  return { subject, text, html: markup };
}

/** Asks somebody to take a request. */
export const requestMail = (note: RequestNote): Letter =>
  write(
    note,
    subjectOf('Agent request', note.dealershipName, note.reference),
    note.dealershipName,
    'A dealership asks for an agent now. The first to accept has it.',
    'Open and accept',
  );

/** Tells those who were asked that nobody has to come. */
export const requestCancelledMail = (note: RequestNote): Letter =>
  write(
    note,
    subjectOf('Cancelled', note.dealershipName, note.reference),
    note.dealershipName,
    'The dealership cancelled this request. Nothing is left to do.',
    'See the request',
  );
