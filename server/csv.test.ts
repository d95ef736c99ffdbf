import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvCell } from '../tests/support/csv.ts';
import { csvCell, csvHead, csvLine } from './csv.ts';

/** Reads CSV as RFC 4180 defines it. */
function parse(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    records.at(-1)?.push((quoted ?? '').replaceAll('""', '"'));
    if (end === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

/**
 * Reads text as a spreadsheet with another separator does. A field that begins with a quote runs to the next single quote, and what
 * follows is added unchanged. Every separator and line end outside quotes ends the field.
 */
function parseLike(text: string, separator: string): string[] {
  const fields: string[] = [];
  let field = '';
  let [quoted, begun] = [false, false];
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (quoted && character !== undefined) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === undefined || character === separator || character === '\r' || character === '\n') {
      fields.push(field);
      [field, begun] = ['', false];
    } else if (character === '"' && !begun) [quoted, begun] = [true, true];
    else {
      field += character;
      begun = true;
    }
  }
  return fields;
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;|\' a1') }),
  fc.array(fc.constantFrom(';', '\t', '\n', '"', "'", ' ', ',', '=1+1', '＝1', 'a')).map((parts) => parts.join('')),
  fc.constantFrom('=cmd|"/c calc"!A1', '@SUM(1)', '+1 207 555 0100', '-2+3', '\t=1', '\r\n=1', '＝1'),
);
const records = fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1 });

describe('CSV', () => {
  it('R55 brings every text back from its cell, whatever it holds', () => {
    fc.assert(
      fc.property(records, (rows) => {
        expect(parse(rows.map(csvLine).join('')).map((cells) => cells.map(readCsvCell))).toEqual(rows);
      }),
      { numRuns: 2000 },
    );
  });

  it('R55 begins no cell with what a spreadsheet computes', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(csvCell(text)).toMatch(/^"(?![=+\-@\t\r\n＝＋－＠])/);
      }),
    );
  });

  it.each([';', '\t'])('R55 holds no formula for a spreadsheet that splits at %j', (separator) => {
    const computed = (row: string[]) =>
      parseLike(csvLine(row), separator).filter((field) => /^\s*[=+\-@＝＋－＠]/.test(field));
    expect(computed(['Harbor;=1+1', 'a\t=2', '1 Main St\n=3'])).toEqual([]);
    expect(computed(['Harbor;"=1+1', 'a\t""=2', '1 Main St\n "=3'])).toEqual([]);
    fc.assert(
      fc.property(records, (rows) => {
        for (const row of rows) expect(computed(row)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['\n', ' \t', ';"', "\n'"])(
    'R969 writes and reads a text of nothing but %j in a time that grows with its length alone',
    (part) => {
      const leastMs = (length: number) => {
        const text = `${part.repeat(length / part.length)}x`;
        const took: number[] = [];
        for (let time = 0; time < 4; time++) {
          const began = performance.now();
          expect(readCsvCell(csvCell(text).slice(1, -1).replaceAll('""', '"'))).toBe(text);
          took.push(performance.now() - began);
        }
        return Math.min(...took);
      };
      const shortMs = leastMs(500);
      // Forty times as long: a search that begins anew at each separator would take more than a thousand times as long.
      expect(leastMs(20_000) / shortMs).toBeLessThan(300);
    },
  );

  it('R55 begins with the mark by which Excel knows UTF-8', () => {
    expect(csvHead(['reference', 'näme'])).toBe('\ufeff"reference","näme"\r\n');
  });

  it('leaves other text as it is', () => {
    expect(csvLine(['Harbor "Point" Motors', '1 Main St\nBangor', ''])).toBe(
      '"Harbor ""Point"" Motors","1 Main St\nBangor",""\r\n',
    );
    expect(csvCell('+1 207 555 0100')).toBe('"\'+1 207 555 0100"');
    expect(csvCell("It's open; call first, then +1")).toBe('"It\'s open; call first, then +1"');
  });
});
