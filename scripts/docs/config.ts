/** The tables of the environment's variables for docs/operating.md. */
import { mustBeOf } from '#server/config/read-variables.ts';
import type { Variable } from '#server/config/variables.ts';
import { tableOf } from './marked-part.ts';

function row([name, variable]: [string, Variable]): string[] {
  const { purpose, default: byDefault, withoutIt } = variable;
  const unset = withoutIt ?? (byDefault ? `\`${byDefault}\`` : 'not set');
  return [`\`${name}\``, purpose, mustBeOf(variable), unset];
}

/** The tables in Markdown: one for each group, with a row for each variable, in the order of the code. */
export function configTables(groups: Readonly<Record<string, Readonly<Record<string, Variable>>>>): string {
  const head = ['Variable', 'What it is', 'What it must be', 'When it is not set'];
  return Object.entries(groups)
    .map(([group, variables]) => `### ${group}\n\n${tableOf(head, Object.entries(variables).map(row))}`)
    .join('\n\n');
}
