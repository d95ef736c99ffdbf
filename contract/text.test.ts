import { describe, expect, test } from 'vitest';
import { cleanText, nameLine } from './text.ts';

describe('R355 a name', () => {
  test.each([
    ['Harbor\u0007 Point\u001b[31m', 'Harbor Point[31m'],
    [' Harbor\tPoint\r\n Motors\u0085', 'Harbor Point Motors'],
    ['\u202eHarbor\u2066 Point\u2028', 'Harbor Point'],
    ['\ud800Harbor', '\ufffdHarbor'],
    ['\u200b\u0000', ''],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(nameLine(typed)).toBe(kept);
    expect(cleanText(kept)).toBe(kept);
  });
});
