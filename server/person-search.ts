/** What a feature says of a person whom somebody asks about: which of its things are about them, and all that these say. */
import type { ItemKind, KeptBecause, SoughtBy } from '#contract/desk/person-request.ts';
import type { RecordClassId } from '#contract/record-classes.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { isOneAddress, mailboxOf } from '#server/mail-address.ts';
import { readPhone } from '#server/phone.ts';
import { searchTextOf } from '#server/search-text.ts';

/** Whom somebody looks for. */
export interface Sought {
  readonly by: SoughtBy;
  /** What a search is asked for: the address as it was typed, the digits of the number, the words of the name. */
  readonly typed: string;
  /** What is compared: a mailbox, a telephone number in E.164, or the words of a name as a search folds them. */
  readonly keys: readonly string[];
}

/** Something that is kept, as a person reads it. `value` may have several lines. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
}

/** Values under their labels, without those that are empty. */
export const labelled = (values: Readonly<Record<string, string | null | undefined>>): Labelled[] =>
  Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));

/** A thing about a person with everything that is kept of it. */
export interface PersonItem {
  readonly kind: ItemKind;
  readonly id: string;
  /** How people know it; empty when it has no reference of its own. */
  readonly reference: string;
  /** In a few words: the dealership, the person. */
  readonly title: string;
  readonly at: Iso;
  readonly class: RecordClassId;
  readonly values: readonly Labelled[];
  /** What the audit log names it by: itself, or the record that it is a part of. */
  readonly about: {
    readonly kind: 'lead' | 'request' | 'call' | 'dealership' | 'person' | 'message' | 'setting';
    readonly id: string;
  };
  /** Why it cannot be erased; null when it can. */
  readonly kept: KeptBecause | null;
}

export interface PersonSource {
  /** Resolves when everything that was stored before can be found. Called in no transaction. */
  prepare?(): Promise<void>;
  /** The ids of things that may be about them, by an index or the search, at most `limit` of them: it may find too much, and never too little. */
  find(reads: Reader, sought: Sought, limit: number): Promise<string[]>;
  /** All that is kept of these things. One that is not there any more is left out. */
  read(reads: Reader, ids: readonly string[]): Promise<PersonItem[]>;
}

/** The most references that one value lists. */
const mostReferences = 100;

/**
 * Where a history names somebody, as one value: how often, and the references of the newest. None when it does not.
 *
 * @param references of what names them, the newest first
 */
export function namedIn(label: string, references: readonly string[]): Labelled[] {
  if (references.length === 0) return [];
  const more = references.length - mostReferences;
  const listed = references.slice(0, mostReferences).join(', ');
  return [{ label, value: `${references.length}: ${listed}${more > 0 ? `, and ${more} before them` : ''}` }];
}

/** Words without what stands between them. */
const wordsOnly = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ').trim();

const foldedWords = (text: string): string[] => (searchTextOf(text).split('\n')[0] ?? '').split(' ').filter(Boolean);

/** Reads whom somebody looks for: an address, a telephone number in any spelling, or a name. Undefined when it is too little. */
export function readSought(text: string): Sought | undefined {
  const typed = text.trim();
  if (isOneAddress(typed)) return { by: 'mail', typed, keys: [mailboxOf(typed)] };
  const phone = readPhone(typed);
  if (phone) return { by: 'phone', typed: phone.nationalNumber, keys: [phone.number] };
  const name = wordsOnly(typed);
  const words = /\p{L}/u.test(name) ? foldedWords(name) : [];
  return words.join('').length < 3 ? undefined : { by: 'name', typed: name, keys: words };
}

const address = /[^\s<>(),;:"'\\[\]]+@[^\s<>(),;:"'\\[\]]+/g;
/** Digits with what stands between those of a telephone number. */
const number = /[+(]?\d(?:[\s().+/-]*\d){6,}/g;

const isSamePhone = (text: string, wanted: string): boolean =>
  readPhone(text.replace(/^\(?00/, '+'))?.number === wanted;

/** Whether a text says the person who is looked for. Of a name, each word has to be in it or in another value of the thing. */
function mentions(text: string, { by, keys: [first = '', ...others] }: Sought): boolean {
  if (by === 'mail') return (text.match(address) ?? []).some((one) => mailboxOf(one.replace(/[.!?]+$/, '')) === first);
  if (by === 'phone')
    return isSamePhone(text.trim(), first) || (text.match(number) ?? []).some((one) => isSamePhone(one, first));
  const words = new Set(foldedWords(wordsOnly(text)));
  return [first, ...others].some((key) => words.has(key));
}

/** A label without the time that is in it: `Note` of `Note, 2026-11-22T…`. What has only a time is of the history. */
const withoutTime = (label: string): string => label.replace(/(, )?\d{4}-\d\d-\d\dT[\d:.]+Z/, '').trim() || 'History';

/** The labels of the values that say the person who is looked for; empty when the thing is not about them. */
export function matchesIn(item: Pick<PersonItem, 'values' | 'title'>, sought: Sought): string[] {
  const matching = item.values.filter(({ value }) => mentions(value, sought));
  if (sought.by === 'name') {
    const all = matching.map(({ value }) => value).join('\n');
    if (!sought.keys.every((key) => mentions(all, { ...sought, keys: [key] }))) return [];
  }
  return [...new Set(matching.map(({ label }) => withoutTime(label)))];
}
