/**
 * Writes CSV by RFC 4180 that is safe to open in a spreadsheet: no text becomes a formula. A spreadsheet may split at semicolons or
 * tabs instead of commas (Excel does so where the comma is the decimal sign). It then ends our quoted cell at the first such
 * separator, and the rest becomes a new cell. So every place where a new cell could begin is made harmless. Pure.
 */

/** A sign with which a spreadsheet begins a formula, also in full width as on Asian keyboards, perhaps after apostrophes. */
const formula = "(?='*[=+\\-@＝＋－＠])";
/**
 * The marks before a formula: separators, line ends, quotes and spaces. A match begins where a row of marks begins, so a row is
 * looked at once. Begun anew at each mark, the search takes minutes for a text of many line ends.
 */
const beforeFormula = new RegExp(`(?:^(?![;\\s"])|(?<![;\\s"])[;\\s"]+)${formula}`, 'g');

/**
 * Whether a spreadsheet could begin a cell between these marks and what follows: at the start of the text, or after a separator or a
 * line end (OWASP, CSV injection).
 */
const beginsCell = (marks: string, at: number): boolean => at === 0 || /[;\t\r\n]/.test(marks);

/** A cell, always quoted. An apostrophe is put before everything that could begin a formula, and before a leading separator. */
export function csvCell(text: string): string {
  const harmless = text
    .replace(beforeFormula, (marks, at: number) => (beginsCell(marks, at) ? `${marks}'` : marks))
    .replace(/^(?='*[\t\r\n])/, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

type Cell = string | number | null;
/** The columns of a file by their names, in order: what a row has in each. Null is an empty cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;
type Plain<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row] & string;

/** Columns of members of a row as they are, each named as its member, with underscores: `created_at` for `createdAt`. */
export const columnsOf = <Row>(...names: readonly Plain<Row>[]): Columns<Row> =>
  Object.fromEntries(
    names.map((name) => [name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`), (row) => row[name] as Cell]),
  );

/** What a row has in each column, as texts. Without a row all of them are empty. */
export const cellsOf = <Row>(columns: Columns<Row>, row: Row | undefined): string[] =>
  Object.values(columns).map((cell) => String((row && cell(row)) ?? ''));

/** The first line of a file, after the byte order mark that tells Excel that the file is UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`;
