/**
 * Folds text for searching. Both engines store and search the same folded text, so they find the same items, and a search matches
 * the index exactly: neither engine folds anything by itself. A page searches what it has in memory in the same way. Pure.
 */
import { plainDigits } from '../clean-text.ts';

/** Letters that Unicode does not decompose into a letter and an accent, written as people type them without one. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
};

const withPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/**
 * Folds a text: lower case, no accents, one kind of digits, quotes and hyphens. White space, control characters and halves of characters
 * become single spaces.
 */
function foldLine(text: string): string {
  return (
    plainDigits(text)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // Upper case comes first, because it unifies letters that share an upper-case form, such as ß and ss.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(withPlainLetter, (letter) => plainLetters[letter] ?? letter)
      .replace(/[\s\p{C}\ufffd]+/gu, ' ')
      .trim()
  );
}

/** The digits of a telephone number with the symbols between them, among them dashes that are not folded into hyphens. */
const spacedDigits = /\d(?:[\s().+/‒―−-]*\d)+/g;
/** The same with the symbols before the first digit. */
const markedDigits = /[(+]*\d(?:[\s().+/‒―−-]*\d)+/g;
const digitsAlone = /^[\d\s().+/‒―−-]+$/;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The fewest symbols that a trigram index finds anywhere in a text. */
const trigram = 3;

/** Marks the beginning of a word: folded text never contains two spaces in a row. */
const wordStart = '  ';

/**
 * The first symbols of every word, each once, for searches of one or two symbols. A word begins after a space, and also after a
 * mark such as the @ of an address.
 */
function startsOf(folded: string): string {
  const words = [...folded.split(/\s+/), ...(folded.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const starts = new Set(
    words.map((word) =>
      Array.from(word.slice(0, 4))
        .slice(0, trigram - 1)
        .join(''),
    ),
  );
  return [...starts].map((start) => `${wordStart}${start}`).join('');
}

/**
 * The text that is stored for an item so that a search finds it.
 *
 * @param text everything that the item should be found by, one part per line. Digits in one line with spaces, points, brackets or
 *   hyphens between them are also found as one number
 */
export function searchTextOf(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map(foldLine)
    .filter((line) => line !== '');
  const numbers = lines.flatMap((line) => line.match(spacedDigits) ?? []).filter((digits) => /\D/.test(digits));
  const stored = [...new Set([...lines, ...numbers.map(digitsIn)])].join('\n');
  return `${stored}\n${startsOf(stored)}`;
}

/** A North American number without the country's 1, because numbers are mostly stored without it. */
const withoutCountry = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** The fewest digits in groups that are read as one number when other words stand beside them. */
const fewestGroupedDigits = 7;

/** So many digits in a row are a number by themselves, and the digits beside them belong to something else. */
const wholeNumber = /\d{7}/;

/**
 * The terms of a search. An item is found when its stored text contains each of them. A term of three or more symbols may be
 * anywhere in the text, a shorter one at the beginning of a word. Groups of digits are one number when the search has nothing else,
 * or when they have at least `fewestGroupedDigits` digits.
 *
 * @returns an empty list when there is nothing to search for
 */
export function searchTermsOf(typed: string): string[] {
  const words = foldLine(typed);
  const alone = digitsAlone.test(words);
  const joined = words.replace(markedDigits, (group) => {
    const number = digitsIn(group);
    const isNumber = number.length >= fewestGroupedDigits && !wholeNumber.test(group);
    return alone || isNumber ? ` ${withoutCountry(number)} ` : group;
  });
  const terms = joined.split(' ').filter((term) => (alone ? /\d/.test(term) : term !== ''));
  return [...new Set(terms)].map((term) => ([...term].length < trigram ? `${wordStart}${term}` : term));
}

/** How many letters the first word has of a name that people also write as one: `de Luca`, `Mac Donald`, `Fitz Gerald`. */
const lettersOfFirst = [2, 3, 4];

/** A term as a stored text may have it: as it was typed and, when it is a word, as two words. */
export const wordsOf = (term: string): string[] => [
  term,
  ...lettersOfFirst
    .filter((at) => /^\p{L}+$/u.test(term) && term.length >= at + trigram)
    .map((at) => `${term.slice(0, at)} ${term.slice(at)}`),
];

/**
 * Makes a function that says whether a short text is found by what was typed. It finds what the index finds (`matching` of
 * `server/search`); everything when nothing was typed.
 */
export function finderOf(typed: string): (text: string) => boolean {
  const terms = searchTermsOf(typed).map(wordsOf);
  if (terms.length === 0) return () => true;
  return (text) => {
    const stored = searchTextOf(text);
    return terms.every((spellings) => spellings.some((spelling) => stored.includes(spelling)));
  };
}

/** An apostrophe as a folded text may have it. Folding makes a space of an acute accent that stands alone. */
const apostrophes = ["'", '`', 'ʻ', 'ʼ', ' '];

/** The letters of the longest word that is looked for with an apostrophe anywhere: the spellings grow with the square of its length. */
const mostLetters = 40;

/**
 * The spellings in which a stored text may have a term that is a word: as it was typed, without its apostrophes, and with one
 * apostrophe anywhere in it.
 */
export function spellingsOf(term: string): string[] {
  if (!/^[\p{L}']+$/u.test(term)) return [term];
  const letters = Array.from(term.replaceAll("'", ''));
  if (letters.length < trigram) return [term];
  const without = letters.join('');
  if (letters.length > mostLetters) return [term, without];
  const withOne = apostrophes.flatMap((mark) =>
    letters.slice(1).map((_, at) => [...letters.slice(0, at + 1), mark, ...letters.slice(at + 1)].join('')),
  );
  return [...new Set([term, without, ...withOne])];
}
