import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessCodeLength, readAccessCode } from '#contract/access-code.ts';
import { alphabet, mintId } from '#contract/reference.ts';
import { showCode } from '#server/secret-symbols.ts';
import { mintCode, readCodeName } from './code.ts';

describe('R19 an access code', () => {
  it('is three groups of four symbols, and all 60 bits are secret', () => {
    expect(accessCodeLength * Math.log2(alphabet.length)).toBe(60);
    for (let round = 0; round < 200; round++) {
      expect(showCode(mintCode())).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    }
  });

  it('uses every symbol', () => {
    const seen = new Set(Array.from({ length: 200 }, () => mintCode()).join(''));
    expect([...seen].sort().join('')).toBe(alphabet);
  });

  it('is read in any case and spacing, and with the letters that look like its symbols', () => {
    const separators = fc.constantFrom('', ' ', '-', '  ', ' - ', '\t', '.', '\u00a0', '–');
    const alike: Record<string, string[]> = { 0: ['0', 'O', 'o'], 1: ['1', 'I', 'i', 'L', 'l'] };
    fc.assert(
      fc.property(fc.array(separators, { minLength: 12, maxLength: 12 }), fc.nat(), (between, pick) => {
        const code = mintCode();
        const typed = [...code].map((symbol, at) => {
          const ways = alike[symbol] ?? [symbol, symbol.toLowerCase()];
          return (ways[(pick + at) % ways.length] ?? '') + between[at];
        });
        expect(readAccessCode(typed.join(''))).toBe(code);
      }),
    );
  });

  it('of which a symbol is missing or too much is read as something else', () => {
    const code = mintCode();
    for (const typed of ['', code.slice(1), `${code}7`, `${code}${code}`, code.replace(/^./, 'U'), '*'.repeat(12)]) {
      expect(readAccessCode(typed)).not.toBe(code);
      expect(readAccessCode(typed).length).toBeLessThanOrEqual(24);
    }
  });

  it('is named by its number, by its id, or by itself', () => {
    const id = mintId();
    const code = mintCode();
    expect(readCodeName(' 12 ')).toEqual({ number: 12 });
    expect(readCodeName(id.toUpperCase())).toEqual({ id });
    expect(readCodeName(showCode(code).toLowerCase())).toEqual({ code });
    expect(readCodeName('0123-4567-8901')).toEqual({ code: '012345678901' });
    for (const typed of ['', '0', '-1', '1.5', '7K2', 'four', showCode(code).slice(1), '!!']) {
      expect(readCodeName(typed), typed).toBeUndefined();
    }
  });
});
