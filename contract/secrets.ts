/**
 * Secrets of customers that must not be stored: Social Security, card, account and license numbers. No form asks for them. One that
 * is typed into free text in an unmistakable form is masked before the text is stored. Browser and server run this same code, so
 * the page can tell the writer what the server will do.
 */

import { plainDigits } from './clean-text.ts';
import type { Answers, Field } from './fields.ts';

export type Secret = 'ssn' | 'card' | 'account' | 'license';

/** The name of each secret, shown to the writer and left in place of the secret. */
export const secretNames: Readonly<Record<Secret, string>> = {
  ssn: 'Social Security number',
  card: 'card number',
  account: 'account number',
  license: 'license number',
};

interface Masked {
  readonly text: string;
  /** The kinds of secrets that were masked, each once. */
  readonly found: readonly Secret[];
}

/** Whether the last digit is the check digit that payment cards carry (Luhn). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

interface Form {
  readonly secret: Secret;
  /**
   * The group `value` is masked; the rest of the match is a label, or what stands before a number, and stays. A match without that
   * group is none. Without lookbehinds: Safari before 16.4 cannot read them.
   */
  readonly pattern: RegExp;
  readonly proves?: (value: string) => boolean;
}

const digitsOf = (value: string) => value.replace(/\D/g, '');

/** Cards begin with 2 to 6 (ISO/IEC 7812). A number of one repeated digit is no card. */
const isCard = (value: string) => {
  const digits = digitsOf(value);
  return /^(?!(\d)\1+$)[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits);
};

/** Ten digits in groups of three, three and four are a telephone number, and so is a 1 followed by a group of three. */
const isNoPhone = (value: string) => !/^(?:\d{3}[ .-]\d{3}[ .-]\d{4}$|1[ .-]\d{3}[ .-])/.test(value);

/** The text allowed between a label and its number. */
const labelEnd = String.raw`(?:\s{1,3}(?:number|num|no\.?|nr\.?|is))?[\s:#=]{0,4}(?:is\s)?\s?`;
/**
 * A pattern for a number, nine digits unless told otherwise, that ends here. Only the number's own separators join it to further
 * digits: another number may stand beside it, and a date does not belong to it.
 */
const ended = (own: string, number = String.raw`\d(?:[${own}]?\d){8}`): string =>
  String.raw`${number}(?!\d|[${own}](?!\d\d?/)\d)`;
/** The same for a number that also begins here. */
const alone = (own: string, number?: string, end = ended(own, number)): string =>
  String.raw`(?:^|[^\d${own}]|(?:^|\D|/\d{1,4})[${own}])(?<value>${end})`;
const social = String.raw`\b(?:ssn|s\.s\.n\.|soc(?:ial)?\.?(?:\s(?:security|sec)\.?)?)`;
const isSocial = String.raw`(?:\sis)?(?:\s(?:the|his|her|their|my))?\s\(?(?:ssn|social)\b`;

const forms: readonly Form[] = [
  ...[
    alone('.-', String.raw`\d{3}([-.])\d{2}\2\d{4}`),
    alone(' .-', String.raw`\d{3} \d{2} \d{4}`),
    `${social}${labelEnd}(?<value>${ended('.-')}|${ended(' .-')})`,
    alone('.-') + isSocial,
    alone(' .-') + isSocial,
  ].map((number): Form => ({ secret: 'ssn', pattern: new RegExp(number, 'gi') })),
  ...[
    alone('-', String.raw`\d{13,19}`),
    alone('-', String.raw`\d{4}(?:-\d{4}){2}-\d{1,4}(?:-\d{1,3})?`),
    alone(' -', String.raw`\d{4}(?:[ -]\d{4}){2}[ -]\d{1,4}(?:[ -]\d{1,3}(?!/))?`),
    // The digits that follow four groups of four may be the code on the card's back.
    alone(' -', '', String.raw`\d{4}(?:[ -]\d{4}){3}(?!\d|-\d)`),
    alone('-', String.raw`\d{4}-\d{6}-\d{4,5}`),
    alone(' -', String.raw`\d{4}[ -]\d{6}[ -]\d{4,5}`),
  ].map((number): Form => ({ secret: 'card', pattern: new RegExp(number, 'g'), proves: isCard })),
  {
    secret: 'account',
    pattern: new RegExp(
      String.raw`\b(?:account|acct\.?|a/c|routing|aba)${labelEnd}(?<value>\d(?:[ -]?\d){5,16}(?!\d|[ .-]\d)|\d{6,17}(?!\d|[.-]\d))`,
      'gi',
    ),
    proves: isNoPhone,
  },
  {
    secret: 'license',
    pattern: new RegExp(
      String.raw`(?:\bdrivers?(?:['’]s)?\slicen[cs]e${labelEnd}|(?:\bDL|\blicen[cs]e)\s?(?:#|:|no\.?\s|num(?:ber)?)[\s:#]{0,3}(?:is\s)?)(?<value>(?=(?:[A-Z-]{0,6}\d){5})[A-Z0-9](?:-?[A-Z0-9]){4,19})\b|dealers?\s(?:DL|licen[cs]e)`,
      'gi',
    ),
  },
];

/** A text with plain spaces, hyphens and digits for others, such as no-break spaces and dashes. Every character stays in place. */
const plainOf = (text: string): string =>
  plainDigits(text)
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-');

/** Masks the secrets in a text. */
export function maskSecrets(text: string): Masked {
  const found = new Set<Secret>();
  const maskForm = (typed: string, { secret, pattern, proves }: Form): string => {
    let plain = plainOf(typed);
    let rest = typed;
    let masked = '';
    for (let match = pattern.exec(plain); match; match = pattern.exec(plain)) {
      const value = match.groups?.['value'];
      if (!value || (proves && !proves(value))) continue;
      found.add(secret);
      const begin = match.index + match[0].lastIndexOf(value);
      masked += `${rest.slice(0, begin)}[${secretNames[secret]} removed]`;
      // Behind the mark the search begins anew, so one pass masks all the numbers of a row.
      pattern.lastIndex = 0;
      const end = begin + value.length;
      plain = plain.slice(end);
      rest = rest.slice(end);
    }
    return masked + rest;
  };
  // A secret has five digits or more. Most texts have fewer, and a search for each kind takes a good part of the time that a form costs.
  const maskOnce = (typed: string) => (digitsOf(plainOf(typed)).length < 5 ? typed : forms.reduce(maskForm, typed));
  let masked = text;
  let before: string;
  // Masking one number can make another one beside it match, so the search repeats until nothing changes.
  do {
    before = masked;
    masked = maskOnce(before);
  } while (masked !== before);
  return { text: masked, found: [...found] };
}

/** As long as the shortest secret. */
const shortest = '12345';

/**
 * The least length that a text had before its secrets were masked, so that a text that was short enough as it was typed stays short
 * enough. Each mark counts as the shortest secret, because otherwise a text could hold any number of marks.
 */
export const lengthBeforeMasking = (text: string): number =>
  Object.values(secretNames).reduce((rest, name) => rest.replaceAll(`[${name} removed]`, shortest), text).length;

const freeText: readonly Field['kind'][] = ['text', 'street'];

/** Masks the secrets in answers to free-text fields. */
export const maskAnswers = <A extends Answers>(fields: readonly Field[], answers: A): A =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const free = fields.some((field) => field.name === name && freeText.includes(field.kind));
      return [name, free && typeof answer === 'string' ? maskSecrets(answer).text : answer];
    }),
  ) as A;
