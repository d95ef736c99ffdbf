import { describe, expect, test } from 'vitest';
import { accessCodeLength, isWholeCode, readAccessCode } from './access-code.ts';

describe('R19 what was typed as an access code', () => {
  test.each([
    '7K2M-90QF-3XVD',
    '7k2m90qf3xvd',
    ' 7k2m 90qf  3xvd\n',
    '7K2M\u201390QF\u20133XVD',
    '7K2M-9OQF-3XVD',
    '７Ｋ２Ｍ９０ＱＦ３ＸＶＤ',
  ])('reads %j', (typed) => {
    expect(readAccessCode(typed)).toBe('7K2M90QF3XVD');
    expect(isWholeCode(readAccessCode(typed))).toBe(true);
  });

  test.each([
    ['', 0],
    ['  - ', 0],
    ['7K2M', 4],
    ['7K2M-90QF-3XV', 11],
    ['7K2M-90QF-3XVDD', 13],
  ])('counts the symbols of %j', (typed, symbols) => {
    expect(readAccessCode(typed)).toHaveLength(symbols);
    expect(isWholeCode(readAccessCode(typed))).toBe(symbols === accessCodeLength);
  });

  test('knows text of the right length that is no code', () => {
    expect(isWholeCode(readAccessCode('UUUU-UUUU-UUUU'))).toBe(false);
  });
});
