import { describe, expect, test } from 'vitest';
import { searchTermsOf, searchTextOf } from './search-text.ts';

/** Whether typed text finds a stored text, decided as by the index. */
const finds = (text: string, typed: string): boolean => {
  const stored = searchTextOf(text);
  return searchTermsOf(typed).every((term) => stored.includes(term));
};

describe('R107 a search finds', () => {
  test.each([
    ['Zoë Ångström', 'zoe angstrom'],
    ['Zoe Angstrom', 'ZOË ÅNG'],
    ['Straße 5', 'STRASSE'],
    ['Łódź Œuvre Ærø', 'lodz oeuvre aero'],
    ['O’Brien “Motors”', `o'brien "motors"`],
    ['ﬁnance № 5', 'finance no 5'],
    ['(207) 555-0100', '2075550100'],
    ['207.555.0100', '(207) 555 0100'],
    ['2075550100', '207-555-0100'],
    ['(207) 555-0100', '+1 207 555 0100'],
    ['+1 207 555 0100', '207 555'],
    ['Pat Doe\n(207) 555-0100', 'doe 207 555 0100'],
    ['BX-0123-4567', 'bx-0123'],
    ['BX-0123-4567', '0123 4567'],
    ['100% of_it \\ "quoted"', '00% of_it \\ "quo'],
    ['North Star Motors', 's m'],
    ['North Star Motors', 'ors nor'],
    ['pat@obsidian.example', 'ob'],
    ['日本語の店', '日本'],
    ['日本語の店', '語の店'],
    ['Motors 🚗🚙🚚', '🚗🚙🚚'],
    ['(207) 555-0100', '٢٠٧ ٥٥٥ ٠١٠٠'],
    ['(207) 555-0100', '\u202d２０７−５５５−０１００\u202c'],
    ['(207) 555-0100', '207‒555−0100'],
    ['207−555−0100', '207−555−0100'],
    ['207−555−0100', '2075550100'],
    ['Pat Doe\n2075550100', 'doe 207−555−0100'],
    ['İstanbul Iğdır', 'istanbul IĞDIR'],
  ])('%j by %j', (text, typed) => {
    expect(finds(text, typed)).toBe(true);
  });

  test.each([
    ['North Star Motors', 'th'],
    ['North Star Motors', 'x'],
    ['North Star Motors', 'star%'],
    ['North Star Motors', 'n_rth'],
    ['Suite 207\n555 0100', '2075550100'],
    ['Suite 20 Route 75', '2075'],
  ])('nothing of %j by %j', (text, typed) => {
    expect(finds(text, typed)).toBe(false);
  });

  test.each(['', '   ', '\n\t', '()', '- -'])('everything by %j, which names nothing', (typed) => {
    expect(searchTermsOf(typed)).toEqual([]);
  });
});

test('what is stored is text that both engines take, whatever was typed', () => {
  const stored = searchTextOf(`a\0b \ud800 c\u202ed\u200be \u0301\r\n\r\n`);
  expect(stored.isWellFormed()).toBe(true);
  expect(stored.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});

test('a very long text is folded in the time of its length', () => {
  // Processor time is measured, because the machine may be busy with other work.
  const started = process.cpuUsage();
  for (const part of ['1 ', '1', '( ', '-', 'ß', '\u0301', 'a\n']) {
    expect(searchTermsOf(part.repeat(100_000)).length).toBeLessThan(100_001);
    expect(searchTextOf(part.repeat(100_000)).isWellFormed()).toBe(true);
  }
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
});
