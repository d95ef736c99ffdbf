/** Help about what was typed, beside the field after it was left. It refuses nothing: the form sends as it is (S5). */
import type { Field } from '#contract/fields.ts';
import { secretAdvice } from '#contract/secret-advice.ts';
import { usStates } from '#contract/us-states.ts';

/** What to say, and the correction that a press puts in the place of the answer. */
export interface Finding {
  readonly text: string;
  readonly correction?: string;
}

/** Mail providers whose names are mistyped often enough to be worth a question. */
const mailDomains = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'protonmail.com',
];
/** Real providers whose names differ from one above by a letter. */
const realNeighbours = ['mail.com', 'ymail.com', 'hotmail.co', 'yahoo.co', 'gmx.com', 'email.com'];
const mistypedEndings: Readonly<Record<string, string>> = {
  '.con': '.com',
  '.cmo': '.com',
  '.ocm': '.com',
  '.comm': '.com',
  '.vom': '.com',
  '.ner': '.net',
  '.nte': '.net',
  '.nett': '.net',
};

/** Whether one letter added, left out, changed or swapped with its neighbour turns one word into the other. */
export function isOneSlipApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restOfA = a.slice(start, a.length - end);
  const restOfB = b.slice(start, b.length - end);
  if (restOfA.length <= 1 && restOfB.length <= 1) return true;
  return restOfA.length === 2 && restOfB.length === 2 && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0];
}

function likelyDomain(typed: string): string | undefined {
  const domain = typed.toLowerCase();
  if (mailDomains.includes(domain)) return undefined;
  const ending = Object.keys(mistypedEndings).find((wrong) => domain.endsWith(wrong));
  if (ending) return `${domain.slice(0, -ending.length)}${mistypedEndings[ending]}`;
  if (realNeighbours.includes(domain)) return undefined;
  return mailDomains.find((known) => isOneSlipApart(domain, known));
}

function findInEmail(value: string): Finding | undefined {
  // A name with the address in brackets, or two addresses: correcting the end would not make this an address.
  if (/[\s<>]/.test(value)) return undefined;
  const at = value.lastIndexOf('@');
  const typed = at > 0 ? value.slice(at + 1) : '';
  const domain = likelyDomain(typed);
  if (!domain) {
    if (!/^[\w-]+$/.test(typed)) return undefined;
    return { text: `The address ends in @${typed}, without a dot as in .com. Leave it if it is right.` };
  }
  const correction = `${value.slice(0, at)}@${domain}`;
  return { text: `Did you mean ${correction}?`, correction };
}

function findInPhone(value: string): Finding | undefined {
  const [number = ''] = value.split(/\s*(?:x|ext\.?|extension)\s*\d+\s*$/i);
  const digits = number.replace(/\D/g, '');
  if (digits === '') return { text: 'This is no telephone number. Leave it if it is right.' };
  if (number.trim().startsWith('+') && !digits.startsWith('1')) return undefined;
  if (digits.length === 10 || (digits.length === 11 && digits.startsWith('1'))) return undefined;
  const count = digits.length === 1 ? '1 digit' : `${digits.length} digits`;
  return { text: `This has ${count}; a US number has 10 with the area code. Leave it if it is right.` };
}

function findInUrl(value: string): Finding | undefined {
  if (/^[a-z]+:\/\//i.test(value) || !/^[^\s@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(value)) return undefined;
  const correction = `https://${value}`;
  return { text: `The whole address would be ${correction}.`, correction };
}

function findInFreeText(value: string): Finding | undefined {
  const text = secretAdvice(value);
  return text === undefined ? undefined : { text };
}

const stateNames = new RegExp(`\\b(?:${Object.values(usStates).join('|')})\\b`, 'i');
const stateCodes = new RegExp(`\\b(?:${Object.keys(usStates).join('|')})\\b`);

/** A browser that fills in the street alone leaves the town out. An address of three parts or more has one, perhaps abroad. */
function findInAddress(value: string): Finding | undefined {
  const isWhole =
    /\d{5}/.test(value) || stateNames.test(value) || stateCodes.test(value) || value.split(/[,\n]/).length > 2;
  return findInFreeText(value) ?? (isWhole ? undefined : { text: 'Street only? Add city, state and ZIP.' });
}

const finders: Partial<Record<Field['kind'], (value: string) => Finding | undefined>> = {
  email: findInEmail,
  tel: findInPhone,
  url: findInUrl,
  text: findInFreeText,
  street: findInAddress,
};

/** The finding on an answer; `undefined` when there is none. The answer is read as it would be sent. */
export function findingOn(kind: Field['kind'], answer: string): Finding | undefined {
  // As it is sent: without invisible characters, and with full-width letters and digits made plain.
  const value = answer
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  return value === '' ? undefined : finders[kind]?.(value);
}
