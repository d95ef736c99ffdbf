import { createHash } from 'node:crypto';
import type { Answers, Field } from '#contract/fields.ts';
import { readPhone } from '#server/phone.ts';

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A telephone number in one form, with its extension. Any other text keeps its words, because every part of it may matter. */
function normalisePhone(answer: string): string {
  const phone = readPhone(answer);
  if (!phone) return collapse(answer);
  return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number;
}

/** An answer without differences that mean nothing: spacing, the case of a mail address, the form of a number, the order of a list. */
function normaliseAnswer(field: Field, answer: Answers[string] | undefined): Answers[string] {
  if (Array.isArray(answer)) return [...answer].sort();
  if (typeof answer !== 'string') return answer ?? '';
  if (field.kind === 'tel') return normalisePhone(answer);
  return field.kind === 'email' ? answer.toLowerCase() : collapse(answer);
}

/** The answers without the differences that mean nothing, in the order of the form's table. */
const normaliseAnswers = (fields: readonly Field[], answers: Answers): Answers =>
  Object.fromEntries(fields.map((field) => [field.name, normaliseAnswer(field, answers[field.name])]));

/** SHA-256, in hex, of the form's kind and normalised answers, without ids, dates and timing: it is the same when sent again. */
export function fingerprintOf(kind: string, fields: readonly Field[], answers: Answers): string {
  const document = JSON.stringify([kind, Object.entries(normaliseAnswers(fields, answers))]);
  return createHash('sha256').update(document).digest('hex');
}

/** The text by which a search finds a form: its reference and every answer that is text, one on each line. */
export const searchableText = (reference: string, answers: Answers): string =>
  [reference, ...Object.values(answers).flat()]
    .filter((answer) => typeof answer === 'string')
    .map(collapse)
    .join('\n');
