import { brand } from '#brand/brand.ts';
import type { Answers, Field } from '#contract/fields.ts';
import { groupsOf } from '#contract/fields.ts';
import { dateAndTime } from '../clock.ts';
import { forms } from '../forms.ts';
import { nextSteps } from './next-steps.ts';
import type { Receipt } from './receipts.ts';

/** An answer as a person reads it; a dash when there is none. */
export function answerAsText(answer: Answers[string] | undefined): string {
  if (answer === true) return 'Yes';
  if (answer === false) return 'No';
  const text = Array.isArray(answer) ? answer.join(', ') : (answer ?? '');
  return text === '' ? '–' : text;
}

/** A label short enough for a list: of a long agreement, what it is about. */
export const shortLabel = ({ name, label }: Field): string => (name === 'sms_consent' ? 'May be texted' : label);

/** The state of a receipt in a sentence. */
export const receiptState = ({ state, at }: Receipt): string =>
  state === 'received' ? `Received ${dateAndTime(at)}` : `Put aside ${dateAndTime(at)}, not sent yet`;

/** A whole copy of what was sent, as a plain text file. */
export function copyAsText(receipt: Receipt): string {
  const form = forms[receipt.kind];
  const lines = [`${brand.name}: ${form.title}`, `Reference ${receipt.reference}`, receiptState(receipt), ''];
  for (const { heading, fields } of groupsOf(form.fields)) {
    lines.push(heading.toUpperCase());
    for (const field of fields) {
      const answer = answerAsText(receipt.answers[field.name]).replaceAll('\n', '\n    ');
      lines.push(`  ${shortLabel(field)}: ${answer}`);
    }
    lines.push('');
  }
  lines.push('WHAT HAPPENS NEXT', ...nextSteps(receipt).map(({ when, what }) => `  ${when}: ${what}`), '');
  lines.push('QUESTIONS', ...brand.agents.map(({ name, phone }) => `  ${name}, ${phone}`), `  ${brand.email}`, '');
  return lines.join('\n');
}

/** Hands the copy to the browser as a file named by its reference. */
export function saveCopy(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([copyAsText(receipt)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${brand.name}-${receipt.reference}.txt`;
  link.click();
  // The download has its own hold on the data once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
