/**
 * Writes the tables of the environment's variables into docs/operating.md from the code that reads them.
 *
 *   npm run docs:config               writes it
 *   npm run docs:config -- --check    fails when it is not current
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { groups, mustBeOf, type Variable } from '#server/config/variables.ts';

const file = 'docs/operating.md';
const [begin, end] = ['<!-- variables: written by npm run docs:config -->', '<!-- end of variables -->'];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function row([name, variable]: [string, Variable]): string {
  const { purpose, default: byDefault, withoutIt } = variable;
  const unset = withoutIt ?? (byDefault ? `\`${byDefault}\`` : 'not set');
  return `| \`${name}\` | ${cell(purpose)} | ${cell(mustBeOf(variable))} | ${cell(unset)} |`;
}

/** The tables in Markdown: one for each group, with a row for each variable, in the order of the code. */
export function tableOf(groups: Readonly<Record<string, Readonly<Record<string, Variable>>>>): string {
  const head = '| Variable | What it is | What it must be | When it is not set |\n| --- | --- | --- | --- |';
  const tables = Object.entries(groups).map(
    ([group, variables]) => `### ${group}\n\n${head}\n${Object.entries(variables).map(row).join('\n')}`,
  );
  return tables.join('\n\n');
}

/** A document with the tables between its two marks. */
export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for the table: ${begin} … ${end}`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}

if (import.meta.main) {
  const document = readFileSync(file, 'utf8');
  const current = withTable(document, tableOf(groups));
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (document !== current) {
    console.error(`The table of variables in ${file} is not the code's. Run npm run docs:config.`);
    process.exitCode = 1;
  }
}
