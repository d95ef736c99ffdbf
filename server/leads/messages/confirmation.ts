import { brand } from '#brand/brand.ts';
import { texts } from '#contract/fixed-texts.ts';
import { type Html, html } from '#server/outbox/mail/html.ts';
import { colours, paragraph, sectionHeading, worksheet, writeLetter } from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row, underlined } from '#server/outbox/mail/plain-text.ts';
import { telLink, wordTime } from '#server/outbox/mail/wording.ts';
import type { LeadLetter } from './letter.ts';

const words = {
  inquiry: {
    noun: 'inquiry',
    next: [
      `${texts.inquirySuccess}.`,
      'A person from our desk will call the number you gave, or write to this address.',
    ],
  },
  intake: {
    noun: 'dealer intake',
    next: [
      `${texts.inquirySuccess}.`,
      'We will send your Exclusive Access Code for the dealer portal by e-mail or text. The site is still under construction, so a person sends it.',
      'With the code you can request an agent from any desk in your store.',
    ],
  },
} as const;

const dial = (phone: string): Html => {
  const href = telLink(phone);
  return href
    ? html`<a class="ink" href="${href}" style="color:${colours.ink};font-weight:700">${phone}</a>`
    : html`${phone}`;
};

/**
 * Tells the dealer that the form arrived. It goes to an address that anyone could have typed, so it repeats nothing that was typed.
 * Otherwise anyone could send their own words to a stranger's mailbox in our name.
 */
export function leadConfirmation({ form, reference, receivedAt, timeZone }: LeadLetter): Letter {
  const { noun, next } = words[form.kind];
  const received = wordTime(receivedAt, timeZone);
  const phones = [...brand.agents, { name: 'Direct line', phone: brand.directLine }];
  const why =
    'You get this mail because this address was entered in a form on our site. If that was not you, ignore it: you are on no list.';
  const keep = `If it cannot wait, call ${brand.directLine} and say the reference: with it anyone here finds your form at once.`;

  return writeLetter({
    subject: `${brand.name} has your ${noun}: ${reference}`,
    text: blocks(
      `We have your ${noun}.`,
      `Your reference: ${reference}\nReceived: ${received}`,
      `${underlined('What happens next')}\n${next.join('\n')}\n${keep}`,
      `${underlined('Rather talk now?')}\n${phones.map(({ name, phone }) => row(name, phone)).join('\n')}`,
      why,
      `${brand.name}. ${brand.tagline}\n${brand.email}`,
    ),
    preview: `${next[0]} ${keep}`,
    corner: form.title,
    heading: `We have your ${noun}.`,
    subheading: `Received ${received}`,
    body: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="well" bgcolor="${colours.paperShade}" style="background:${colours.paperShade};border:1px solid ${colours.rule};padding:16px 20px">
<p class="ink-soft" style="margin:0;font-size:14px;line-height:20px;color:${colours.inkSoft}">Your reference</p>
<p class="ink" style="margin:2px 0 0;font-size:26px;line-height:34px;font-weight:800;letter-spacing:0.04em;color:${colours.ink};white-space:nowrap">${reference}</p>
</td></tr></table>
${sectionHeading('What happens next')}
${next.map(paragraph)}
${paragraph(keep)}
${sectionHeading('Rather talk now?')}
${worksheet(phones.map(({ name, phone }) => ({ label: name, value: dial(phone) })))}`,
    footer: html`${why}<br><br>${brand.name}. ${brand.tagline} ${brand.email}`,
  });
}
