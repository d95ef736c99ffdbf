/**
 * Writes the tables of the environment's variables into docs/operating.md from the code that reads them.
 *
 *   npm run docs:config               writes it
 *   npm run docs:config -- --check    fails when it is not current
 */
import { groups, mustBeOf, type Variable } from '#server/config/variables.ts';
import { cell, type MarkedPart, writeOrCheck } from './docs/marked-part.ts';

const part: MarkedPart = {
  file: 'docs/operating.md',
  begin: '<!-- variables: written by npm run docs:config -->',
  end: '<!-- end of variables -->',
  command: 'npm run docs:config',
};

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

if (import.meta.main) writeOrCheck(part, tableOf(groups));
