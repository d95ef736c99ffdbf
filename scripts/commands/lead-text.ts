/** Writes a lead for a terminal. */
import { listSeparator } from '#contract/answers.ts';
import { type Answers, groupsOf } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { ListedLead } from '#server/leads/service.ts';
import { clockTime, severalLines } from './terminal.ts';

/** An answer as one text. The items of a list are joined as in the mail API. */
export function textOf(answers: Answers, name: string): string {
  const answer = answers[name];
  if (answer === undefined) return '';
  return Array.isArray(answer) ? answer.join(listSeparator) : String(answer);
}

const labelWidth = 32;

/** A label and its answer; further lines of the answer are indented below the first. */
const row = (label: string, text: string): string =>
  `${`${label}:`.padEnd(labelWidth)} ${severalLines(text).replaceAll('\n', `\n${' '.repeat(labelWidth + 1)}`)}\n`;

const answerText = (answers: Answers, name: string): string => {
  const answer = answers[name];
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : textOf(answers, name);
};

/** Every consent that was given, with its wording, which the operator shows when somebody asks for evidence. */
function consentText({ sms_consents: consents }: ListedLead): string {
  if (consents.length === 0) return 'not given';
  return consents
    .map(({ at, version, wording, endedAt }) => {
      const given = `given ${clockTime(at)} to the wording ${version}`;
      const ended = endedAt ? `${given}, taken back ${clockTime(endedAt)}` : given;
      return wording === null ? ended : `${ended}\n"${wording}"`;
    })
    .join('\n');
}

/** Everything about one lead, without empty answers. */
export function wholeLead(form: LeadForm, lead: ListedLead): string {
  const { reference, kind, created_at, submitted_date, amended_at, flags, answers } = lead;
  const facts = [
    row('Reference', reference),
    row('Form', kind),
    row('Received', clockTime(created_at)),
    submitted_date && row("Sent, by the visitor's clock", submitted_date),
    amended_at && row('Changed', clockTime(amended_at)),
    flags.length > 0 && row('Suspicious', flags.join(listSeparator)),
    (kind === 'intake' || lead.sms_consents.length > 0) && row('Consent to texts', consentText(lead)),
  ];
  const groups = groupsOf(form.fields).map(({ heading, fields }) => {
    const answered = fields.filter(({ name }) => textOf(answers, name) !== '');
    const rows = answered.map(({ label, name }) => row(label, answerText(answers, name)));
    return rows.length > 0 && `\n${heading}\n${rows.join('')}`;
  });
  return `${[...facts, ...groups].filter(Boolean).join('')}\n`;
}
