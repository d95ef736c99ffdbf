/** How a feature finds what it keeps about a person: the items that are about them, and everything in these items. */
import type { ItemKind, KeptBecause, SoughtBy } from '#contract/desk/person-request.ts';
import { searchTextOf } from '#contract/desk/search-text.ts';
import type { RecordClassId } from '#contract/record-classes.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { isOneAddress, mailboxOf } from '#server/mail-address.ts';
import { readPhone, withoutUnseen } from '#server/phone.ts';

/** The person who is searched for. */
export interface Sought {
  readonly by: SoughtBy;
  /** The text for a search by index: the address as it was typed, the digits of the number, the words of the name. */
  readonly typed: string;
  /** The values to compare: a mailbox, a telephone number in E.164, or the words of a name in folded form, without apostrophes. */
  readonly keys: readonly string[];
}

/** A kept value with its label, for people to read. `value` may have several lines. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
}

/** Makes labelled values. Empty ones are left out. */
export const labelled = (values: Readonly<Record<string, string | null | undefined>>): Labelled[] =>
  Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));

/** An item about a person, with everything that is kept of it. */
export interface PersonItem {
  readonly kind: ItemKind;
  readonly id: string;
  /** The reference that people know; empty when the item has none of its own. */
  readonly reference: string;
  /** A few words, such as the dealership or the person. */
  readonly title: string;
  readonly at: Iso;
  readonly class: RecordClassId;
  readonly values: readonly Labelled[];
  /** The subject by which the audit log names the item: the item itself, or the record that it is a part of. */
  readonly about: {
    readonly kind: 'lead' | 'request' | 'call' | 'dealership' | 'person' | 'message' | 'setting';
    readonly id: string;
  };
  /** Why the item cannot be erased; null when it can. */
  readonly kept: KeptBecause | null;
}

export interface PersonSource {
  /** Resolves when everything that was stored before can be found. Must not be called in a transaction. */
  prepare?(): Promise<void>;
  /** Up to `limit` ids of items that may be about the person, by index or search: perhaps too many, but below it none is missed. */
  find(reads: Reader, sought: Sought, limit: number): Promise<string[]>;
  /** Everything that is kept of these items. Items that no longer exist are left out. */
  read(reads: Reader, ids: readonly string[]): Promise<PersonItem[]>;
}

/** The most references that one value lists. */
const mostReferences = 100;

/**
 * One value that says where a history names a person: how often, with the references of the newest. Empty when it never does.
 *
 * @param references the references of what names the person, the newest first
 */
export function namedIn(label: string, references: readonly string[]): Labelled[] {
  if (references.length === 0) return [];
  const more = references.length - mostReferences;
  const listed = references.slice(0, mostReferences).join(', ');
  return [{ label, value: `${references.length}: ${listed}${more > 0 ? `, and ${more} before them` : ''}` }];
}

/** An apostrophe, and what people type in its place. */
const apostrophe = /['‘’‛`´ʹʻʼʽ′＇]/g;

/** The words of a text in folded form. A hyphen separates words, because people also give one half of such a name. */
function foldedWords(text: string): string[] {
  const words = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return (searchTextOf(words).split('\n')[0] ?? '').split(' ').filter(Boolean);
}

const wordsWithoutApostrophes = (text: string): string[] => foldedWords(text.replace(apostrophe, ''));

/** The words of a name, and every two neighbours as one: people write `McDonald` and `Mc Donald`. */
const withPairs = (words: readonly string[]): string[] => [
  ...words,
  ...words.slice(1).map((word, at) => `${words[at]}${word}`),
];

/** Reads what to search for: an address, a telephone number in any spelling, or a name. Undefined for a text too short. */
export function readSought(text: string): Sought | undefined {
  const typed = text.trim();
  // An address may be copied with marks that nobody sees.
  const copied = withoutUnseen(typed).trim();
  if (isOneAddress(copied)) return { by: 'mail', typed: copied, keys: [mailboxOf(copied)] };
  const phone = readPhone(typed);
  if (phone) return { by: 'phone', typed: phone.nationalNumber, keys: [phone.number] };
  const words = /\p{L}/u.test(typed) ? wordsWithoutApostrophes(typed) : [];
  if (words.join('').length < 3) return undefined;
  const name = typed.replace(apostrophe, "'").replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ');
  return { by: 'name', typed: name.trim(), keys: words };
}

/** An address. The search begins once in a word: begun anew at each letter, it takes a time that grows with the square of a text. */
const address = /(?<![^\s<>(),;:"'\\[\]])[^\s<>(),;:"'\\[\]]+@[^\s<>(),;:"'\\[\]]+/g;
/** The marks of a sentence after an address; the search begins once in a row of them. */
const marksAtEnd = /(?<![.!?])[.!?]+$/;
/** A telephone number's digits with the symbols between them. */
const number = /[+(]?\d(?:[\s().+/-]*\d){6,}/g;

const isSamePhone = (text: string, wanted: string): boolean =>
  readPhone(text.replace(/^\(?00/, '+'))?.number === wanted;

/** Whether a text mentions one of the keys. */
function mentions(text: string, { by, keys }: Pick<Sought, 'by' | 'keys'>): boolean {
  const [first = ''] = keys;
  if (by === 'mail') return (text.match(address) ?? []).some((one) => mailboxOf(one.replace(marksAtEnd, '')) === first);
  if (by === 'phone')
    return isSamePhone(text.trim(), first) || (text.match(number) ?? []).some((one) => isSamePhone(one, first));
  // Around an apostrophe may be one name, such as O’Brien, or a name and an ending, such as Marzette’s.
  const words = new Set([...withPairs(wordsWithoutApostrophes(text)), ...foldedWords(text.replace(apostrophe, ' '))]);
  return keys.some((key) => words.has(key));
}

/** A label without the time in it: `Note` for `Note, 2026-11-22T…`. A label that is only a time becomes `History`. */
const withoutTime = (label: string): string => label.replace(/(, )?\d{4}-\d\d-\d\dT[\d:.]+Z/, '').trim() || 'History';

/** The labels of the values that mention the person; empty when the item is not about them. */
export function matchesIn(item: Pick<PersonItem, 'values' | 'title'>, { by, keys }: Sought): string[] {
  const sought = { by, keys: by === 'name' ? withPairs(keys) : keys };
  const matching = item.values.filter(({ value }) => mentions(value, sought));
  if (by === 'name') {
    const all = matching.map(({ value }) => value).join('\n');
    const isThere = (key: string, at: number) =>
      mentions(all, { by, keys: [key, `${keys[at - 1] ?? ''}${key}`, `${key}${keys[at + 1] ?? ''}`] });
    if (!keys.every(isThere)) return [];
  }
  return [...new Set(matching.map(({ label }) => withoutTime(label)))];
}
