import { describe, expect, test } from 'vitest';
import { cleanText, nameLine, withoutControls } from './clean-text.ts';

describe('R355 a name', () => {
  test.each([
    ['Harbor\u0007 Point\u001b[31m', 'Harbor Point[31m'],
    [' Harbor\tPoint\r\n Motors\u0085', 'Harbor Point Motors'],
    ['\u202eHarbor\u2066 Point\u2028', 'Harbor Point'],
    ['\ud800Harbor', '\ufffdHarbor'],
    ['\u200b\u0000', ''],
    ['Harbor\u2028Point\u2029Motors\u0085of\u000bPortland\u000cMaine', 'Harbor Point Motors of Portland Maine'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(nameLine(typed)).toBe(kept);
    expect(cleanText(kept)).toBe(kept);
  });
});

test.each([
  ['Arabic-Indic', '(٢٠٧) ٥٥٥-٠١٣٨'],
  ['Persian', '(۲۰۷) ۵۵۵-۰۱۳۸'],
  ['full-width', '(２０７) ５５５-０１３８'],
])('R1020 %s digits become the digits of telephones', (_, typed) => {
  expect(cleanText(typed)).toBe('(207) 555-0138');
});

test('R397 whatever ends a line, in Unicode too, is kept as a line feed, and no two words become one', () => {
  const ends = ['\n', '\r', '\r\n', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029'];
  for (const end of ends) {
    expect(cleanText(`14 Commercial Wharf${end}Portland`)).toBe('14 Commercial Wharf\nPortland');
    expect(withoutControls(`Portland${end}`)).toBe('Portland\n');
  }
});
