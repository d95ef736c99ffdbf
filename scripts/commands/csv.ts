/**
 * CSV as RFC 4180 has it, which a spreadsheet may open without running what was typed. A spreadsheet may split at
 * semicolons or tabs instead of commas (Excel, where the comma is the decimal sign); then a quoted cell of ours ends at the
 * first one in it, and what follows begins a cell. So every place in a text where one could begin is made harmless. Pure.
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
