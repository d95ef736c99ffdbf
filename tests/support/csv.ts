/** Reads CSV as a spreadsheet does (RFC 4180): cells in quotes or without, lines that end in CR LF or LF. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) throw new Error('A quoted cell does not end');
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    } else {
      const [plain = ''] = /^[^,\r\n]*/.exec(text.slice(at)) ?? [];
      cell = plain;
      at += plain.length;
    }
    record.push(cell);
    const [end = ''] = /^(,|\r?\n|$)/.exec(text.slice(at)) ?? [];
    if (end === '' && at < text.length) throw new Error(`Something follows a quoted cell at ${at}`);
    at += end.length;
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

const hiddenFormula = /(^(?![;\s"])|(?<![;\s"])[;\s"]+)'(?='*[=+\-@＝＋－＠])/g;

/** The original text of a cell that a CSV reader returned: without the apostrophes that `csvCell` added. */
export const readCsvCell = (cell: string): string =>
  cell
    .replace(/^'(?='*[\t\r\n])/, '')
    .replace(hiddenFormula, (whole, marks: string, at: number) =>
      at === 0 || /[;\t\r\n]/.test(marks) ? marks : whole,
    );
