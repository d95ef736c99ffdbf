/** A part of a document that is written from the code, between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';

interface MarkedPart {
  readonly file: string;
  /** The word in its marks. */
  readonly name: string;
}

/** The document with a text between the marks. Throws when the marks are missing. */
export function withPart({ file, name }: MarkedPart, document: string, text: string): string {
  const begin = `<!-- ${name}: written by npm run docs -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = document.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for the table: ${begin} … ${end}`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/** Fails when the part of the document is not current. With `--write` on the command line it writes the part instead. */
export function checkOrWrite(part: MarkedPart, text: string): void {
  const document = readFileSync(part.file, 'utf8');
  const current = withPart(part, document, text);
  if (process.argv.includes('--write')) writeFileSync(part.file, current);
  else if (document !== current) {
    console.error(`What ${part.file} says between its marks is not the code's. Run npm run docs.`);
    process.exitCode = 1;
  }
}

/** A text as a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table in Markdown. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
