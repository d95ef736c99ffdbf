import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTime, oneLine, severalLines, span, tableLine, toJson } from './terminal.ts';

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u001b[2J\u001b]0;owned\u0007', '\u202egnp.exe', '\u009b31m', 'a\r\nb', '\ud800', 'x\u0000y'),
);
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe('text for a terminal', () => {
  it('holds nothing that a terminal acts on', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(oneLine(text)).not.toMatch(acting);
        expect(severalLines(text).replaceAll('\n', '')).not.toMatch(acting);
        expect(tableLine({ A: 5, B: 0 }, [text, text])).not.toMatch(acting);
      }),
    );
  });

  it('shows what it made harmless', () => {
    expect(oneLine('\u001b[31mred\u202e')).toBe('\\u001b[31mred\\u202e');
    expect(oneLine('1 Main St\nBangor')).toBe('1 Main St Bangor');
  });

  it('R1225 cuts no code in two', () => {
    const cells = ['👩\u200d🔧 Ida', ''];
    expect(tableLine({ A: 6, B: 0 }, cells)).toBe('👩…');
    expect(tableLine({ A: 7, B: 0 }, cells)).toBe('👩…');
    expect(tableLine({ A: 8, B: 0 }, cells)).toBe('👩\\u200d…');
    expect(tableLine({ A: 6, B: 0 }, ['👩\u200d', ''])).toBe('👩…');
    expect(tableLine({ A: 7, B: 0 }, ['👩\u200d', ''])).toBe('👩\\u200d');
  });

  it('keeps letters of any script', () => {
    expect(oneLine('Söhne 東京 Ω 🚗')).toBe('Söhne 東京 Ω 🚗');
  });
});

describe('JSON', () => {
  it('is the same to a parser and harmless on a terminal', () => {
    fc.assert(
      fc.property(fc.dictionary(nasty, nasty), (value) => {
        const json = toJson(value);
        expect(json).not.toMatch(acting);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('a span', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [7_199_000, '1 h'],
    [76 * 3_600_000, '3 d'],
    [-5000, '0 s'],
  ])('%d ms reads %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });
});

describe('R38 a time for a person', () => {
  it('is in the zone of the brand, whatever this machine has, with the zone’s name', () => {
    expect(clockTime('2026-11-21T21:06:00.000Z')).toBe('2026-11-21 16:06 EST');
    expect(clockTime('2026-07-01T04:06:00.000Z', 'America/Denver')).toBe('2026-06-30 22:06 MDT');
  });
});
