/** CSV as RFC 4180 has it, which a spreadsheet may open without running what was typed. Pure. */

/** What makes a spreadsheet read a cell as a formula (OWASP, CSV injection), also in the full width of Asian keyboards. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell, always quoted. A text that a spreadsheet would compute begins with an apostrophe instead. */
export function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
