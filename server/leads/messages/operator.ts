import { contactPromiseMs } from '#contract/desk/leads.ts';
import { type Field, groupsOf } from '#contract/fields.ts';
import { consentField } from '#contract/intake.ts';
import { mailLink } from '#contract/mail-link.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { type Html, type HtmlValue, html, lines } from '#server/outbox/mail/html.ts';
import {
  button,
  buttons,
  colours,
  paragraph,
  quietButton,
  sectionHeading,
  warning,
  worksheet,
  writeLetter,
} from '#server/outbox/mail/layout.ts';
import type { Letter } from '#server/outbox/mail/letter.ts';
import { blocks, row, underlined } from '#server/outbox/mail/plain-text.ts';
import { subjectOf, telLink, wordTime } from '#server/outbox/mail/wording.ts';
import { isoAfter } from '#server/times.ts';
import type { LeadLetter } from './letter.ts';
import { wordAnswer, wordFlag } from './wording.ts';

const notAnswered = 'Not answered';

/** The label of a field. The consent's own label is its whole wording, which is too long for a list of answers. */
const labelOf = (field: Field) => (field.name === consentField ? 'Consent to texts' : field.label);

/** An answer in words. For the consent it also says whether the dealer may be texted. */
function answerText(letter: LeadLetter, field: Field): string {
  if (field.name !== consentField) return wordAnswer(field, letter.answers) || notAnswered;
  const { smsConsent, timeZone } = letter;
  if (!smsConsent) return 'No. Do not text this dealer.';
  const given = `Yes, on ${wordTime(smsConsent.at, timeZone)}, to wording ${smsConsent.version}`;
  return smsConsent.ended ? `${given}. A later form took it back: do not text this dealer.` : given;
}

/** A link to the answer, if it is a valid telephone number or mail address; undefined otherwise. */
function linkOf(field: Field, text: string): string | undefined {
  if (field.kind === 'tel') return telLink(text);
  if (field.kind === 'email' && isOneAddress(text)) return mailLink(text);
  return undefined;
}

function answerHtml(letter: LeadLetter, field: Field): HtmlValue {
  const text = answerText(letter, field);
  if (text === notAnswered) return html`<span class="ink-soft" style="color:${colours.inkSoft}">${text}</span>`;
  const href = linkOf(field, text);
  return href ? html`<a class="ink" href="${href}" style="color:${colours.ink}">${lines(text)}</a>` : lines(text);
}

const firstField = (letter: LeadLetter, kind: Field['kind']) =>
  letter.form.fields.find((field) => field.kind === kind && letter.answers[field.name]);

/** Buttons for the first telephone number and the mail address, as far as they are valid. */
function reachDealer(letter: LeadLetter): Html | undefined {
  const phone = firstField(letter, 'tel');
  const typed = phone ? String(letter.answers[phone.name]) : '';
  const dial = telLink(typed);
  const address = String(letter.answers[letter.form.emailField] ?? '');
  const cells = [
    ...(dial ? [button(dial, html`Call ${lines(typed)}`)] : []),
    ...(isOneAddress(address) ? [quietButton(mailLink(address), 'Write an e-mail')] : []),
  ];
  return cells.length > 0 ? buttons(cells) : undefined;
}

/** Both forms promise contact within 24 hours (S9); the intake promises a code as well. */
function promiseOf({ form, receivedAt, timeZone }: LeadLetter): string {
  const by = wordTime(isoAfter(receivedAt, contactPromiseMs), timeZone);
  const code = form.kind === 'intake' ? ', and an Exclusive Access Code by e-mail or text' : '';
  return `Promised on the site: contact within 24 hours, so by ${by}${code}.`;
}

const changedFields = ({ form, answers, before }: LeadLetter) =>
  before ? form.fields.filter((field) => wordAnswer(field, before) !== wordAnswer(field, answers)) : [];

const wasText = ({ before }: LeadLetter, field: Field) => (before && wordAnswer(field, before)) || notAnswered;

function changesHtml(letter: LeadLetter): Html | undefined {
  const changed = changedFields(letter);
  if (!letter.before) return undefined;
  if (changed.length === 0) return paragraph('No answer differs from the ones before.');
  return html`${sectionHeading('What changed')}${worksheet(
    changed.map((field) => ({
      label: labelOf(field),
      value: html`${lines(wordAnswer(field, letter.answers) || notAnswered)}<br><span class="ink-soft" style="color:${colours.inkSoft}">was: ${lines(wasText(letter, field))}</span>`,
    })),
  )}`;
}

function changesText(letter: LeadLetter): string | undefined {
  if (!letter.before) return undefined;
  const changed = changedFields(letter).map((field) =>
    row(labelOf(field), `${wordAnswer(field, letter.answers) || notAnswered}\n(was: ${wasText(letter, field)})`),
  );
  return `${underlined('What changed')}\n${changed.join('\n') || 'No answer differs from the ones before.'}`;
}

const suspicious = 'Look twice at this one';
const amendedNote = 'The dealer sent the form again. These answers replace the earlier ones of the same reference.';

function write(letter: LeadLetter, subject: string, note?: string): Letter {
  const { form, reference, flags, receivedAt, submittedDate, timeZone } = letter;
  const name = String(letter.answers[form.nameField] ?? '') || notAnswered;
  const groups = groupsOf(form.fields);
  const received = `Received ${wordTime(receivedAt, timeZone)}`;
  const theirClock = submittedDate && `The dealer's own clock said ${submittedDate}`;
  const reply = 'A reply to this mail goes to the dealer.';
  const text = blocks(
    `${form.title} ${reference}\n${received}`,
    note ?? promiseOf(letter),
    flags.length > 0 && [suspicious, ...flags.map((flag) => `* ${wordFlag(flag)}`)].join('\n'),
    changesText(letter),
    ...groups.map(({ heading, fields }) =>
      [underlined(heading), ...fields.map((field) => row(labelOf(field), answerText(letter, field)))].join('\n'),
    ),
    [theirClock && row("Dealer's own clock", submittedDate), reply].filter(Boolean).join('\n'),
  );

  return writeLetter({
    subject,
    text,
    preview: note ?? promiseOf(letter),
    corner: form.title,
    heading: lines(name),
    subheading: html`<strong style="color:#ffffff;letter-spacing:0.03em">${reference}</strong><br>${received}`,
    body: html`${flags.length > 0 && warning(suspicious, flags.map(wordFlag))}
${paragraph(note ?? promiseOf(letter))}
${reachDealer(letter)}
${changesHtml(letter)}
${groups.map(
  ({ heading, fields }) =>
    html`${sectionHeading(heading)}${worksheet(fields.map((field) => ({ label: labelOf(field), value: answerHtml(letter, field) })))}`,
)}`,
    footer: html`${reply}${theirClock && html`<br>${lines(theirClock)}`}`,
  });
}

const subjectFor = ({ form, answers, reference }: LeadLetter) =>
  subjectOf(form.title, String(answers[form.nameField] ?? ''), reference);

/** Tells the operator of a new lead, with every answer. */
export const leadOperator = (letter: LeadLetter): Letter => write(letter, subjectFor(letter));

/** Tells the operator that the answers of a lead were replaced, and which ones differ. */
export const leadAmended = (letter: LeadLetter): Letter =>
  write(letter, `${subjectFor(letter)}: answers changed`, amendedNote);
