/** What the desk shows of the answers of a form: its name, and what tells it from others of the name. Pure. */
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { erasedWord } from '#contract/record-classes.ts';
import type { LeadRow as StoredLead } from './store-work.ts';

export const answersOf = ({ answers }: Pick<StoredLead, 'answers'>): Answers => JSON.parse(answers) as Answers;

const textOf = (answers: Answers, name: string): string => String(answers[name] ?? '').trim();

/** What tells two leads of one name apart at a glance. */
export function detailOf(kind: LeadKind, answers: Answers): string {
  if (kind === 'intake') return textOf(answers, 'dba') || textOf(answers, 'business_email');
  return `${textOf(answers, 'first_name')} ${textOf(answers, 'last_name')}`.trim();
}

/** The first answer to a question of a kind, such as the telephone number. */
export const answerOf = ({ fields }: LeadForm, answers: Answers, kind: 'tel' | 'email'): string =>
  textOf(answers, fields.find((field) => field.kind === kind)?.name ?? '');

/** The name that a form goes by. One that was erased has none. */
export const nameIn =
  (forms: Readonly<Record<LeadKind, LeadForm>>) =>
  ({ kind, erased_at }: Pick<StoredLead, 'kind' | 'erased_at'>, answers: Answers): string =>
    erased_at === null ? textOf(answers, forms[kind].nameField) : erasedWord;
