/**
 * CSV by RFC 4180 that is safe to open in a spreadsheet: no text becomes a formula. A spreadsheet may split at semicolons or
 * tabs instead of commas (Excel does where the comma is the decimal sign). It then ends a quoted cell of ours at the first
 * such separator in it, and the rest becomes a new cell. So every place where a new cell could begin is made harmless. Pure.
 */

/**
 * Where a spreadsheet could begin to compute (OWASP, CSV injection): at the start, or after a separator or line end, before
 * `=`, `+`, `-` or `@`, also in the full width of Asian keyboards. Quotes, spaces and apostrophes may stand between.
 */
const beforeFormula = /(^|[;\t\r\n])([\s"]*)(?='*[=+\-@＝＋－＠])/g;
const hiddenFormula = /(^|[;\t\r\n])([\s"]*)'(?='*[=+\-@＝＋－＠])/g;

/** A cell, always quoted. An apostrophe stands before whatever a spreadsheet would compute, and before a leading separator. */
export function csvCell(text: string): string {
  const harmless = text.replace(beforeFormula, "$1$2'").replace(/^(?='*[\t\r\n])/, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The text of a cell that a CSV reader brought back, without the apostrophes that `csvCell` put in. */
export const readCsvCell = (cell: string): string =>
  cell.replace(/^'(?='*[\t\r\n])/, '').replace(hiddenFormula, '$1$2');

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The first line of a file, after the mark by which Excel knows that it is UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`;
