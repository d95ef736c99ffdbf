import { checkAnswers } from '#contract/answers.ts';
import { cleanText } from '#contract/clean-text.ts';
import type { LeadFlag } from '#contract/desk/leads.ts';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import { idPattern } from '#contract/reference.ts';
import type { Submission } from '#server/leads/service.ts';
import { asciiDomain } from '#server/mail-address.ts';

type Params = Readonly<Record<string, unknown>>;

/** The shortest time in which a person can fill in a form, even with autofill, in milliseconds. */
const fastestFillMs = 2000;

/** The text of a parameter; undefined when it is absent or empty. */
function textOf(params: Params, name: string): string | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const idOf = (params: Params, name: string) => textOf(params, name)?.toLowerCase();

function flagsOf(params: Params): LeadFlag[] {
  const fillMs = textOf(params, 'fill_ms');
  const flags: LeadFlag[] = [];
  if (textOf(params, 'leave_blank') !== undefined) flags.push('honeypot');
  if (fillMs !== undefined && !(Number(fillMs) >= fastestFillMs)) flags.push('too-fast');
  return flags;
}

const shortened = (text: string | undefined, most: number) => text && cleanText(text).slice(0, most);

/** `malformed` is a fault of the page's code, `errors` are mistakes of the person. */
type ReadSubmission =
  | { readonly submission: Submission }
  | { readonly errors: FieldError[] }
  | { readonly malformed: string };

/** Whether an answer was chosen from the list that a page offered, and is not on the list any more. */
const wasOnTheList = ({ kind }: Field, params: Params, name: string): boolean =>
  (kind === 'choice' || kind === 'many') && textOf(params, name) !== undefined;

/**
 * The errors for a page whose script sent the form. The page offers no option that it does not take itself, so it was made before the list
 * changed, and to choose from that list again does not help.
 */
export const errorsOfPage = (form: LeadForm, params: Params, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field: name, text }) => {
    const field = form.fields.find((candidate) => candidate.name === name);
    if (!field || !wasOnTheList(field, params, name)) return { field: name, text };
    return { field: name, text: `${text}. The list has changed: load the page again to see it` };
  });

/** The answers with the domain of the e-mail address in ASCII; undefined when no mail server can know it. */
function withAsciiDomain({ emailField }: LeadForm, answers: Answers): Answers | undefined {
  const [name, typed = ''] = String(answers[emailField]).split('@');
  const domain = asciiDomain(typed);
  return domain === '' ? undefined : { ...answers, [emailField]: `${name}@${domain}` };
}

/** Reads template parameters as a submission of the form, or says what is wrong with each answer. */
export function readSubmission(form: LeadForm, params: Params): ReadSubmission {
  const [id, amends] = [idOf(params, 'submission_id'), idOf(params, 'amends')];
  for (const [name, value] of Object.entries({ submission_id: id, amends })) {
    const isId = value === undefined || idPattern.test(value);
    if (!isId) return { malformed: `The ${name} parameter must be a UUID of version 4 or 7` };
  }
  const checked = checkAnswers(form.fields, params);
  if (!checked.ok) return { errors: checked.errors };
  const answers = withAsciiDomain(form, checked.answers);
  if (!answers) {
    const text = form.fields.find(({ name }) => name === form.emailField)?.error ?? '';
    return { errors: [{ field: form.emailField, text }] };
  }
  return {
    submission: {
      kind: form.kind,
      id,
      amends: amends === id ? undefined : amends,
      answers,
      submittedDate: shortened(textOf(params, 'submitted_date'), 100) ?? '',
      flags: flagsOf(params),
      smsConsentVersion: shortened(textOf(params, 'sms_consent_version'), 40),
    },
  };
}
