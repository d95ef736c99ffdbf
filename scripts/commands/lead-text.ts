/** A lead as a person reads it on a terminal. */
import { listSeparator } from '#contract/answers.ts';
import { type Answers, groupsOf } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { ListedLead } from '#server/leads/service.ts';
import { write } from './run.ts';
import { clockTime, severalLines } from './terminal.ts';

/** An answer as one text; a list as the wire writes it. */
export function textOf(answers: Answers, name: string): string {
  const answer = answers[name];
  if (answer === undefined) return '';
  return Array.isArray(answer) ? answer.join(listSeparator) : String(answer);
}

const labelWidth = 32;

/** A label and what was answered; further lines of an answer stand under the first. */
const row = (label: string, text: string): string =>
  `${`${label}:`.padEnd(labelWidth)} ${severalLines(text).replaceAll('\n', `\n${' '.repeat(labelWidth + 1)}`)}\n`;

const answerText = (answers: Answers, name: string): string => {
  const answer = answers[name];
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : textOf(answers, name);
};

/** Every consent that was given, with its words: an operator shows them to whoever asks for evidence. */
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

/** Writes everything about one lead; answers that were left empty are left out. */
export async function writeWholeLead(form: LeadForm, lead: ListedLead): Promise<void> {
  const { reference, kind, received_at, submitted_date, amended_at, flags, answers } = lead;
  await write(row('Reference', reference));
  await write(row('Form', kind));
  await write(row('Received', clockTime(received_at)));
  if (submitted_date) await write(row("Sent, by the visitor's clock", submitted_date));
  if (amended_at) await write(row('Changed', clockTime(amended_at)));
  if (flags.length > 0) await write(row('Suspicious', flags.join(listSeparator)));
  if (kind === 'intake' || lead.sms_consents.length > 0) await write(row('Consent to texts', consentText(lead)));
  for (const { heading, fields } of groupsOf(form.fields)) {
    const answered = fields.filter(({ name }) => textOf(answers, name) !== '');
    if (answered.length === 0) continue;
    await write(`\n${heading}\n`);
    for (const { label, name } of answered) await write(row(label, answerText(answers, name)));
  }
  await write('\n');
}
