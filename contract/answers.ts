/**
 * Answers on their way between a form, the wire and the database. The browser and the server run this same code, so what
 * the page accepts the server accepts.
 */
import * as z from 'zod/mini';
import type { Answers, AnswersOf, Field, FieldError } from './fields.ts';
import { completeMailingAddress, mailingAddressConflict, repeatsAnError } from './intake.ts';
import { maskAnswers } from './secrets.ts';
import { cleanText, tooLongText } from './text.ts';

/** Joins the chosen options of a `many` field into the one string that the wire carries. */
export const listSeparator = ', ';

function readText(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? cleanText(value) : value;
}

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
  const word = String(value).toLowerCase();
  if (word === 'true' || word === 'on') return true;
  return word === 'false' ? false : value;
}

/** Reads wire parameters into the shape of the answers, unchecked. Parameters that name no field are left out. */
export function readParams(
  fields: readonly Field[],
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const read = { tick: readTick, many: readList } as Partial<Record<Field['kind'], (value: unknown) => unknown>>;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      (read[field.kind] ?? readText)(Object.hasOwn(params, field.name) ? params[field.name] : undefined),
    ]),
  );
}

/** Writes answers as wire parameters: lists become one string, all else passes as it is. */
export function writeParams(answers: Answers): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : value]),
  );
}

function schemaOfField(field: Field) {
  const { error, options, required, maxLength } = field;
  if (field.kind === 'tick') return z.boolean(error);
  if (field.kind === 'many') return z.array(z.enum(options ?? [], error), error);
  if (field.kind === 'choice') return z.enum(required ? (options ?? []) : ['', ...(options ?? [])], error);
  const tooLong = ({ input }: { input?: unknown }) => tooLongText(field, String(input));
  const text = z.string(error).check(z.maxLength(maxLength, { error: tooLong, abort: true }));
  if (field.kind === 'email') return text.check(z.regex(z.regexes.html5Email, error));
  return required ? text.check(z.minLength(1, error)) : text;
}

const makeSchema = (fields: readonly Field[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])));

/** Making a schema costs more than checking answers with it, so each form's is made once. */
const schemas = new WeakMap<readonly Field[], ReturnType<typeof makeSchema>>();

/** The schema of a form's answers, read from its table. */
export function schemaOf(fields: readonly Field[]): ReturnType<typeof makeSchema> {
  const schema = schemas.get(fields) ?? makeSchema(fields);
  schemas.set(fields, schema);
  return schema;
}

export type CheckedAnswers<A> = { ok: true; answers: A } | { ok: false; errors: FieldError[] };

/** One error per field, in the order of the table. */
function errorsInOrder(fields: readonly Field[], errors: readonly FieldError[]): FieldError[] {
  return fields.flatMap(({ name }) => errors.find(({ field }) => field === name) ?? []);
}

/**
 * Checks wire parameters against a form: required fields, e-mail format, options from the lists, generous lengths, and
 * the mailing address that follows the business address. Nothing else refuses a person (S5). What of a customer has no
 * place in free text is masked in the answers that it gives (R43).
 */
export function checkAnswers<const Fields extends readonly Field[]>(
  fields: Fields,
  params: Readonly<Record<string, unknown>>,
): CheckedAnswers<AnswersOf<Fields>> {
  const candidate = completeMailingAddress(readParams(fields, params) as Answers);
  const result = z.safeParse(schemaOf(fields), candidate);
  if (!result.success) {
    const errors = result.error.issues.map(({ path, message }) => ({ field: String(path[0]), text: message }));
    const wrong = errors.map(({ field }) => field);
    const owned = errors.filter(({ field }) => !repeatsAnError(field, candidate, wrong));
    return { ok: false, errors: errorsInOrder(fields, owned) };
  }
  const conflict = mailingAddressConflict(candidate);
  if (conflict) return { ok: false, errors: [conflict] };
  return { ok: true, answers: maskAnswers(fields, result.data as Answers) as AnswersOf<Fields> };
}
