/**
 * Writes the tables of the environment's variables into docs/operating.md from the code that reads them.
 *
 *   npm run docs:config               writes it
 *   npm run docs:config -- --check    fails when it is not current
 */
import { mustBeOf } from '#server/config/read-variables.ts';
import { groups, type Variable } from '#server/config/variables.ts';
import { tableOf, writeOrCheck } from './docs/marked-part.ts';

function row([name, variable]: [string, Variable]): string[] {
  const { purpose, default: byDefault, withoutIt } = variable;
  const unset = withoutIt ?? (byDefault ? `\`${byDefault}\`` : 'not set');
  return [`\`${name}\``, purpose, mustBeOf(variable), unset];
}

/** The tables in Markdown: one for each group, with a row for each variable, in the order of the code. */
export function tablesOf(groups: Readonly<Record<string, Readonly<Record<string, Variable>>>>): string {
  const head = ['Variable', 'What it is', 'What it must be', 'When it is not set'];
  return Object.entries(groups)
    .map(([group, variables]) => `### ${group}\n\n${tableOf(head, Object.entries(variables).map(row))}`)
    .join('\n\n');
}

if (import.meta.main) writeOrCheck({ file: 'docs/operating.md', name: 'config' }, tablesOf(groups));
