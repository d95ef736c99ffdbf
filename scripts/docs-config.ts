/**
 * Writes the table of the environment's variables into docs/operating.md from the code that reads them.
 *
 *   npm run docs:config               writes it
 *   npm run docs:config -- --check    fails when it is not current
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Variable, variables } from '#server/config-variables.ts';

const file = 'docs/operating.md';
const [begin, end] = ['<!-- variables: written by npm run docs:config -->', '<!-- end of variables -->'];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function row([name, { meaning, mustBe, fallback, otherwise }]: [string, Variable<unknown>]): string {
  const byDefault = otherwise ?? (fallback ? `\`${fallback}\`` : 'not set');
  return `| \`${name}\` | ${cell(meaning)} | ${cell(mustBe)} | ${cell(byDefault)} |`;
}

/** The table in Markdown: one row for each variable, in the order of the code. */
export function tableOf(table: Readonly<Record<string, Variable<unknown>>>): string {
  const head = ['| Variable | What it is | What it must be | When it is not set |', '| --- | --- | --- | --- |'];
  return [...head, ...Object.entries(table).map(row)].join('\n');
}

/** A document with the table between its two marks. */
export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for the table: ${begin} … ${end}`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

if (import.meta.main) {
  const document = readFileSync(file, 'utf8');
  const current = withTable(document, tableOf(variables));
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (document !== current) {
    console.error(`The table of variables in ${file} is not the code's. Run npm run docs:config.`);
    process.exitCode = 1;
  }
}
