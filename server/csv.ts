/**
 * Writes CSV by RFC 4180 that is safe to open in a spreadsheet: no text becomes a formula. A spreadsheet may split at semicolons or
 * tabs instead of commas (Excel does so where the comma is the decimal sign). It then ends our quoted cell at the first such
 * separator, and the rest becomes a new cell. So every place where a new cell could begin is made harmless. Pure.
 */

/**
 * The places where a spreadsheet could begin a formula (OWASP, CSV injection): at the start, or after a separator or line end,
 * before `=`, `+`, `-` or `@`, also in full width as on Asian keyboards. Quotes, spaces and apostrophes may stand between.
 */
const beforeFormula = /(^|[;\t\r\n])([\s"]*)(?='*[=+\-@＝＋－＠])/g;
const hiddenFormula = /(^|[;\t\r\n])([\s"]*)'(?='*[=+\-@＝＋－＠])/g;

/** A cell, always quoted. An apostrophe is put before everything that could begin a formula, and before a leading separator. */
export function csvCell(text: string): string {
  const harmless = text.replace(beforeFormula, "$1$2'").replace(/^(?='*[\t\r\n])/, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The original text of a cell that a CSV reader returned: without the apostrophes that `csvCell` added. */
export const readCsvCell = (cell: string): string =>
  cell.replace(/^'(?='*[\t\r\n])/, '').replace(hiddenFormula, '$1$2');

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The first line of a file, after the byte order mark that tells Excel that the file is UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`;
