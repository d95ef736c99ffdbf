/**
 * Text as a search compares it. Both engines store and look for the same folded text, so they find the same things, and
 * what is looked for meets the index exactly: neither engine folds anything by itself. Pure.
 */

/** Letters that Unicode does not take apart into a letter and its accent, as people type them without one. */
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

/** Lower case, without accents, and one sort of quotes and hyphens. What is neither a letter nor printable is a space. */
function foldLine(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // Upper case first: it makes one of the letters that share it, such as ß and ss.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(withPlainLetter, (letter) => plainLetters[letter] ?? letter)
      .replace(/[\s\p{C}\ufffd]+/gu, ' ')
      .trim()
  );
}

/** Digits with what is written between the digits of a telephone number. */
const spacedDigits = /\d(?:[\s().+/-]*\d)+/g;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The fewest symbols that a trigram index finds anywhere in a text. */
const trigram = 3;

/** Two spaces stand nowhere in folded text, so they mark where a word begins. */
const wordStart = '  ';

/**
 * Every word's first symbols, each once: what a search for one or two symbols looks through. A word begins after a space, and
 * also after a mark such as the @ of an address.
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
 * What is stored of a thing so that a search finds it.
 *
 * @param text all that a search shall find it by, a part on each line. Digits that stand in one line with spaces, points,
 *   brackets or hyphens between them are also found as one number.
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

/** A number of North America without the country's 1, because it is mostly stored without. */
const withoutCountry = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** The fewest digits that are one number, when they stand in groups beside other words. */
const fewestGroupedDigits = 7;

/** From this many digits on they are a number by themselves, and what stands beside them is something else. */
const wholeNumber = /\d{7}/;

/**
 * The parts of a search; a thing is found when its stored text has each of them. Three and more symbols may stand anywhere
 * in it, one and two at the beginning of a word. Groups of digits are one number when nothing else is looked for, or when
 * they are as long as a telephone number.
 *
 * @returns an empty list when there is nothing to look for
 */
export function searchTermsOf(typed: string): string[] {
  const folded = foldLine(typed);
  const alone = /^[\d\s().+/-]+$/.test(folded);
  const joined = folded.replace(/[(+]*\d(?:[\s().+/-]*\d)+/g, (group) => {
    const digits = digitsIn(group);
    const isNumber = digits.length >= fewestGroupedDigits && !wholeNumber.test(group);
    return alone || isNumber ? ` ${withoutCountry(digits)} ` : group;
  });
  const terms = joined.split(' ').filter((term) => (alone ? /\d/.test(term) : term !== ''));
  return [...new Set(terms)].map((term) => ([...term].length < trigram ? `${wordStart}${term}` : term));
}
