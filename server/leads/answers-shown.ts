/** What the desk shows of a form's answers: its name, and a detail that tells it apart from others of that name. Pure. */
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { erasedWord } from '#contract/record-classes.ts';
import type { LeadRow as StoredLead } from './store-work.ts';

const textOf = (answers: Answers, name: string): string => String(answers[name] ?? '').trim();

/** A detail that tells two leads of one name apart at a glance. */
export function detailOf(kind: LeadKind, answers: Answers): string {
  if (kind === 'intake') return textOf(answers, 'dba') || textOf(answers, 'business_email');
  return `${textOf(answers, 'first_name')} ${textOf(answers, 'last_name')}`.trim();
}

/** The answer to the form's first question of this kind, such as the telephone number; empty when there is none. */
export const answerOf = ({ fields }: LeadForm, answers: Answers, kind: 'tel' | 'email'): string =>
  textOf(answers, fields.find((field) => field.kind === kind)?.name ?? '');

/** The name that a form is shown by; `erasedWord` when it was erased. */
export const nameIn =
  (forms: Readonly<Record<LeadKind, LeadForm>>) =>
  ({ kind, erased_at }: Pick<StoredLead, 'kind' | 'erased_at'>, answers: Answers): string =>
    erased_at === null ? textOf(answers, forms[kind].nameField) : erasedWord;
