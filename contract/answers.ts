/** Converts answers between form, wire and database. The server runs the browser's code, so it accepts what the page accepts. */

import { cleanText } from './clean-text.ts';
import type { Answers, Field, FieldError } from './fields.ts';
import { tooLongText } from './free-text.ts';
import { completeMailingAddress, mailingAddressConflict, repeatsAnError } from './intake.ts';
import { maskAnswers } from './secrets.ts';

/** Joins the chosen options of a `many` field into the one string that the wire carries. */
export const listSeparator = ', ';

function readText(value: unknown): unknown {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? '');
  return typeof text === 'string' ? cleanText(text) : text;
}

/**
 * A mail address or a telephone number without invisible characters: a copied one may contain zero-width spaces or direction marks.
 * Full-width letters and digits, which some keyboards write, become plain ones. Spaces inside stay: it may be two addresses.
 */
const readAddress = (value: unknown): unknown =>
  readText(typeof value === 'string' ? value.normalize('NFKC').replace(/\p{Cf}/gu, '') : value);

function readList(value: unknown): unknown {
  const parts = Array.isArray(value) ? value : [value];
  const texts = parts.map(readText);
  if (!texts.every((text) => typeof text === 'string')) return value;
  const chosen = texts.flatMap((text) => text.split(',').map((part) => part.trim()));
  return [...new Set(chosen)].filter((option) => option !== '');
}

/** A ticked box is `true` in JSON, `on` in form data; an unticked one is `false` or absent. */
function readTick(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return false;
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === 'true' || word === 'on') return true;
  return word === 'false' ? false : value;
}

/** Reads wire parameters into the shape of the answers, unchecked. Parameters that name no field are left out. */
export function readParams(
  fields: readonly Field[],
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read = { tick: readTick, many: readList, email: readAddress, tel: readAddress } as Partial<
    Record<Field['kind'], (value: unknown) => unknown>
  >;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      (read[field.kind] ?? readText)(Object.hasOwn(params, field.name) ? params[field.name] : undefined),
    ]),
  );
}

/**
 * The pattern of `<input type="email">` in the HTML standard (4.10.5.1.5). A domain may have letters of any script besides: Chromium gives
 * it in ASCII, other browsers as it was typed, and the server stores it in ASCII.
 */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]{0,61}[a-z0-9\u0080-\uffff])?(?:\.[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]{0,61}[a-z0-9\u0080-\uffff])?)*$/i;

function isTaken({ kind, required, options = [] }: Field, answer: unknown): boolean {
  if (kind === 'tick') return typeof answer === 'boolean';
  if (kind === 'many') return Array.isArray(answer) && answer.every((option) => options.includes(option as string));
  if (typeof answer !== 'string') return false;
  if (kind === 'choice') return options.includes(answer) || (!required && answer === '');
  if (kind === 'email') return emailPattern.test(answer);
  return !required || answer !== '';
}

/**
 * What is wrong with one answer; `undefined` when the field takes it. Written without a schema library, which the form pages have
 * no room for (docs/decisions/0034).
 */
function errorOn(field: Field, answer: unknown): FieldError | undefined {
  const { name, kind, error } = field;
  const isFreeText = typeof answer === 'string' && !['choice', 'tick', 'many'].includes(kind);
  const text = (isFreeText ? tooLongText(field, answer) : undefined) ?? (isTaken(field, answer) ? undefined : error);
  return text === undefined ? undefined : { field: name, text };
}

type CheckedAnswers = { ok: true; answers: Answers } | { ok: false; errors: FieldError[] };

/**
 * Checks wire parameters against a form: required fields, e-mail format, options from the lists, generous lengths, and that the
 * mailing address follows the business address. Nothing else is a reason to refuse (S5). The returned answers have secrets of
 * customers in free text masked (R43).
 */
export function checkAnswers(fields: readonly Field[], params: Readonly<Record<string, unknown>>): CheckedAnswers {
  const candidate = completeMailingAddress(readParams(fields, params) as Answers);
  const errors = fields.flatMap((field) => errorOn(field, candidate[field.name]) ?? []);
  if (errors.length > 0) {
    const wrong = errors.map(({ field }) => field);
    return { ok: false, errors: errors.filter(({ field }) => !repeatsAnError(field, candidate, wrong)) };
  }
  const conflict = mailingAddressConflict(candidate);
  if (conflict) return { ok: false, errors: [conflict] };
  return { ok: true, answers: maskAnswers(fields, candidate) };
}
