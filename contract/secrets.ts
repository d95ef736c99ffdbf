/**
 * What of a customer has no place here: Social Security, card, account and license numbers. They are never asked for, and
 * one that stands in free text in a form that leaves no doubt is masked before the text is stored. Browser and server run
 * this same code: the writer is told what the server will do.
 */
import type { Answers, Field } from './fields.ts';

export type Secret = 'ssn' | 'card' | 'account' | 'license';

/** What each is called, to the writer and where it stood. */
export const secretNames: Readonly<Record<Secret, string>> = {
  ssn: 'Social Security number',
  card: 'card number',
  account: 'account number',
  license: 'license number',
};

export interface Masked {
  readonly text: string;
  /** What was taken out, each kind once. */
  readonly found: readonly Secret[];
}

/** Whether the last digit is the check digit that payment cards carry (Luhn). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

interface Form {
  readonly secret: Secret;
  /** `value` is masked; what else matches is its label and stays. */
  readonly pattern: RegExp;
  readonly proves?: (value: string) => boolean;
}

const digitsOf = (value: string) => value.replace(/\D/g, '');

/** Cards begin with 2 to 6 (ISO/IEC 7812), and one digit repeated is a card of nobody's. */
const isCard = (value: string) => {
  const digits = digitsOf(value);
  return /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits) && !/^(\d)\1+$/.test(digits);
};

/** Nine to twelve digits in groups of three, three and four are a telephone number. */
const isPhone = (value: string) => /^\d{3}[ .-]\d{3}[ .-]\d{4}$/.test(value) || /^1[ .-]\d{3}[ .-]/.test(value);

/** Between a label and its number. */
const labelEnd = String.raw`(?:\s{1,3}(?:number|num|no\.?|nr\.?|is))?[\s:#=]{0,4}(?:is\s)?\s?`;
const alone = String.raw`(?![\d]|[ .-]\d)`;
const social = String.raw`\b(?:ssn|s\.s\.n\.|soc(?:ial)?\.?(?:\s(?:security|sec)\.?)?)`;

const forms: readonly Form[] = [
  { secret: 'ssn', pattern: /(?<!\d|\d[ .-])(?<value>\d{3}([-. ])\d{2}\2\d{4})(?!\d|[ .-]\d)/g },
  {
    secret: 'ssn',
    pattern: new RegExp(String.raw`${social}${labelEnd}(?<value>\d(?:[ .-]?\d){8})${alone}`, 'gi'),
  },
  {
    secret: 'ssn',
    pattern:
      /(?<!\d|\d[ .-])(?<value>\d(?:[ .-]?\d){8})(?:\sis)?(?:\s(?:the|his|her|their|my))?\s\(?(?:ssn|social)\b/gi,
  },
  {
    secret: 'card',
    pattern:
      /(?<!\d|\d[ -])(?<value>\d{13,19}|\d{4}(?:[ -]\d{4}){2}[ -]\d{1,4}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d|[ -]\d)/g,
    proves: isCard,
  },
  {
    secret: 'account',
    pattern: new RegExp(
      String.raw`\b(?:account|acct\.?|a/c|routing|aba)${labelEnd}(?<value>\d(?:[ -]?\d){5,16})${alone}`,
      'gi',
    ),
    proves: (value) => !isPhone(value),
  },
  {
    secret: 'license',
    pattern: new RegExp(
      String.raw`(?:\bdrivers?(?:['’]s)?\slicen[cs]e${labelEnd}|(?<!dealers?\s)(?:\bDL|\blicen[cs]e)\s?(?:#|:|no\.?\s|num(?:ber)?)[\s:#]{0,3}(?:is\s)?)(?<value>(?=(?:[A-Z-]{0,6}\d){5})[A-Z0-9](?:-?[A-Z0-9]){4,19})\b`,
      'gi',
    ),
  },
];

/** The text with what has no place in it masked. */
export function maskSecrets(text: string): Masked {
  const found = new Set<Secret>();
  let masked = text;
  for (const { secret, pattern, proves } of forms) {
    masked = masked.replace(pattern, (whole: string, ...rest: unknown[]) => {
      const { value } = rest.at(-1) as { readonly value: string };
      if (proves && !proves(value)) return whole;
      found.add(secret);
      return whole.replace(value, `[${secretNames[secret]} removed]`);
    });
  }
  return { text: masked, found: [...found] };
}

/** How long a text is without the marks that masking left in it: what was typed was no longer. */
export const lengthWithoutMarks = (text: string): number =>
  Object.values(secretNames).reduce((rest, name) => rest.replaceAll(`[${name} removed]`, ''), text).length;

const freeText: readonly Field['kind'][] = ['text', 'street'];

/** Answers with what has no place in them masked wherever a form takes free text. */
export const maskAnswers = <A extends Answers>(fields: readonly Field[], answers: A): A =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const free = fields.some((field) => field.name === name && freeText.includes(field.kind));
      return [name, free && typeof answer === 'string' ? maskSecrets(answer).text : answer];
    }),
  ) as A;

/** `a Social Security number`, `a card number and an account number`. */
export function nameSecrets(found: readonly Secret[]): string {
  const named = found.map((secret) => `${secret === 'account' ? 'an' : 'a'} ${secretNames[secret]}`);
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
