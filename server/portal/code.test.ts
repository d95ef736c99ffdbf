import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphabet } from '#contract/reference.ts';
import { mintCode, readCode, secretBits, selectorLength, showCode } from './code.ts';

describe('R19 an access code', () => {
  it('is three groups of four symbols with 45 secret bits', () => {
    expect(secretBits).toBeGreaterThanOrEqual(45);
    for (let round = 0; round < 200; round++) {
      const { selector, code } = mintCode();
      expect(showCode(code)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
      expect(code.startsWith(selector) && selector.length === selectorLength).toBe(true);
    }
  });

  it('uses every symbol', () => {
    const seen = new Set(Array.from({ length: 200 }, () => mintCode().code).join(''));
    expect([...seen].sort().join('')).toBe(alphabet);
  });

  it('is read in any case and spacing, and with the letters that look like its symbols', () => {
    const separators = fc.constantFrom('', ' ', '-', '  ', ' - ', '\t', '.', '\u00a0', '–');
    const alike: Record<string, string[]> = { 0: ['0', 'O', 'o'], 1: ['1', 'I', 'i', 'L', 'l'] };
    fc.assert(
      fc.property(fc.array(separators, { minLength: 12, maxLength: 12 }), fc.nat(), (between, pick) => {
        const { code, selector } = mintCode();
        const typed = [...code].map((symbol, at) => {
          const ways = alike[symbol] ?? [symbol, symbol.toLowerCase()];
          return (ways[(pick + at) % ways.length] ?? '') + between[at];
        });
        expect(readCode(typed.join(''))).toEqual({ code, selector });
      }),
    );
  });

  it('of which a symbol is missing or too much has no selector', () => {
    const { code } = mintCode();
    for (const typed of ['', code.slice(1), `${code}7`, `${code}${code}`, code.replace(/^./, 'U'), '*'.repeat(12)]) {
      expect(readCode(typed).selector).toBe('---');
    }
  });
});
