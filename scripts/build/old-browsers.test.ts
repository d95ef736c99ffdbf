import { expect, test } from 'vitest';
import { lowerRanges, tooNewIn } from './old-browsers.ts';

test('R1121 "narrower than" is written without comparing widths', () => {
  expect(lowerRanges('screen and (width < 40rem)')).toBe('screen and (max-width: 39.999rem)');
  expect(lowerRanges('(20rem <= width < 24.5rem)')).toBe('(min-width: 20rem) and (max-width: 24.499rem)');
  expect(lowerRanges('(height < 30rem), (width >= 16rem)')).toBe('(max-height: 29.999rem), (width >= 16rem)');
});

test.each([
  ['a.css', '@media not (min-width:40rem){a{color:red}}', 'not (min-width:40rem)'],
  ['a.css', '@media (min-width:1rem) or (print){a{color:red}}', 'or (print)'],
  ['a.css', '@media (width<40rem){a{color:red}}', 'width<40rem'],
  ['a.css', 'a{color:red;color:oklch(0.5 0.1 20)}', 'oklch(0.5 0.1 20)'],
  ['a.js', String.raw`new RegExp("(?<!\\d)5")`, '(?<!'],
  ['a.js', 'form.querySelector("p:has(> a)")', 'querySelector("p:has('],
  ['a.js', 'useMedia("(width < 60rem)")', '(width < 60rem'],
])('R1121 a build fails whose %s has %s', (name, text, found) => {
  expect(tooNewIn(name, text)).toContain(found);
});

test.each([
  [
    'a.css',
    '@media screen and (max-width:39.999rem){a{color:#123}}@supports not selector(:popover-open){a{color:red}}',
  ],
  ['a.css', 'a:has(b){color:rgb(1 2 3/.5)}'],
  ['a.js', '/(?<value>5)/.exec(text);element.matches("[data-row]")'],
  ['worker.json', 'oklch('],
])('R1121 what the oldest browsers read passes: %s %s', (name, text) => {
  expect(tooNewIn(name, text)).toBeUndefined();
});
