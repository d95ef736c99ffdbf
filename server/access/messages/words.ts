/** What a dealership reads about the link to its access code. */
import { brand } from '#brand/brand.ts';
import { earlierCodeText } from '#contract/code-link.ts';
import { html, lines } from '#server/outbox/mail/html.ts';
import { button, buttons, paragraph, sectionHeading, worksheet, writeLetter } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, underlined } from '#server/outbox/mail/plain-text.ts';
import { wordTime } from '#server/outbox/mail/wording.ts';

export interface CodeLinkNote {
  readonly dealershipName: string;
  /** The whole address, token included. */
  readonly url: string;
  /** ISO-8601, UTC. */
  readonly expiresAt: string;
  /** How long an earlier code is valid after the press. */
  readonly graceHours: number;
  /** The dealership's (IANA). */
  readonly timeZone: string;
}

/** A mail with the link. The name of the dealership stands in it as text that no header has. */
export function codeLinkMail(note: CodeLinkNote): Letter {
  const { dealershipName, url, expiresAt, graceHours, timeZone } = note;
  const until = wordTime(expiresAt, timeZone);
  const what = 'Get your access code';
  const todo =
    'Open the link and press the button on the page. Your code is made at that moment and shown once: copy it, or write it down where your desk finds it.';
  const rules = `The link works once, until ${until}. A newer link ends this one.`;
  const earlier = earlierCodeText(graceHours);
  const who = 'Give the code only to people who may ask for a finance manager on behalf of your store.';
  const lost = `If the link does not work, call ${brand.directLine} and ask for a new one.`;
  return writeLetter({
    subject: `Your access code for the ${brand.name} dealer portal`,
    text: blocks(
      `${what}.`,
      `For:\n  ${dealershipName.replace(/\s+/g, ' ')}`,
      todo,
      url,
      `${underlined('What to know')}\n${rules}\n${earlier}\n${who}\n${lost}`,
      `${brand.name}. ${brand.tagline}\n${brand.email}`,
    ),
    preview: todo,
    corner: 'Dealer portal',
    heading: what,
    subheading: lines(dealershipName),
    body: html`${paragraph(todo)}${buttons([button(url, 'Get the code')])}${sectionHeading('What to know')}${paragraph(rules)}${paragraph(earlier)}${paragraph(who)}${worksheet([{ label: 'Link does not work?', value: lines(brand.directLine) }])}`,
    footer: html`You get this mail because ${lines(dealershipName)} works with ${brand.name}.<br><br>${brand.name}. ${brand.tagline} ${brand.email}`,
  });
}

/** The same as a text. */
export const codeLinkText = ({ url }: CodeLinkNote): string =>
  `${brand.name}: get your dealer portal access code. Open the link and press the button; it works once. ${url} Reply STOP to end texts.`;
