import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

/** Reads CSV as RFC 4180 defines it. */
function parse(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    records.at(-1)?.push((quoted ?? '').replaceAll('""', '"'));
    if (end === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;|\' a1') }),
  fc.constantFrom('=cmd|"/c calc"!A1', '@SUM(1)', '+1 207 555 0100', '-2+3', '\t=1', '\r\n=1', '＝1'),
);

describe('CSV', () => {
  it('brings every text back from its cell, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (records) => {
        const read = parse(records.map(csvLine).join(''));
        expect(read.map((cells) => cells.length)).toEqual(records.map(() => 3));
        for (const [at, cells] of records.entries()) {
          for (const [cell, text] of cells.entries()) expect([text, `'${text}`]).toContain(read[at]?.[cell]);
        }
      }),
    );
  });

  it('begins no cell with what a spreadsheet computes', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(csvCell(text)).toMatch(/^"(?![=+\-@\t\r\n＝＋－＠])/);
      }),
    );
  });

  it('leaves other text as it is', () => {
    expect(csvLine(['Harbor "Point" Motors', '1 Main St\nBangor', ''])).toBe(
      '"Harbor ""Point"" Motors","1 Main St\nBangor",""\r\n',
    );
    expect(csvCell('+1 207 555 0100')).toBe('"\'+1 207 555 0100"');
  });
});
