/** The keys that show that two leads are of the same people. Pure. */
import type { SameReason } from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import { mailboxOf } from '#server/mail-address.ts';
import { readPhone } from '#server/phone.ts';

export interface LeadKey {
  readonly kind: SameReason;
  readonly value: string;
}

/** Words at the end of a company's name that say only its legal form. */
const legalForms = new Set(['llc', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'ltd', 'lp', 'llp']);

/** A business name without what people write differently: case, accents, punctuation, `The`, `LLC`. Empty when nothing is left. */
export function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words[0] === 'the') words.shift();
  while (legalForms.has(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** Fields that are no keys. A fax number is often another company's, such as a service's or a neighbour's. */
const isNoKey = new Set(['business_fax']);

/** The keys of a form's answers, each once. */
export function keysOf({ fields, nameField }: Pick<LeadForm, 'fields' | 'nameField'>, answers: Answers): LeadKey[] {
  const keys = fields.flatMap(({ name, kind }): LeadKey[] => {
    const answer = answers[name];
    if (typeof answer !== 'string' || answer.trim() === '' || isNoKey.has(name)) return [];
    if (kind === 'tel') return [{ kind: 'phone', value: readPhone(answer)?.number ?? '' }];
    if (kind === 'email') return [{ kind: 'mail', value: mailboxOf(answer.trim()) }];
    return name === nameField || name === 'dba' ? [{ kind: 'name', value: nameKey(answer) }] : [];
  });
  const known = keys.filter(({ value }) => value !== '');
  return [...new Map(known.map((key) => [`${key.kind} ${key.value}`, key])).values()];
}
