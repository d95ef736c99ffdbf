/** Reads the variables of the environment by their table, and says what is wrong with them. */
import type { Kind } from './kinds.ts';
import { type Values, type Variable, variables } from './variables.ts';

/** One thing wrong with one variable. */
export interface Fault {
  readonly variable: string;
  /** The value as a person may see it; a secret is left out. */
  readonly was: string;
  readonly mustBe: string;
}

/** What a variable must be, with an example. */
export const mustBeOf = ({ mustBe, example }: Kind<unknown>): string =>
  example === undefined ? mustBe : `${mustBe} such as ${example}`;

/** Reads every variable. Those with a fault are left out. An empty text counts as not set. */
export function readVariables(environment: Readonly<Record<string, string | undefined>>): {
  values: Partial<Values>;
  faults: Fault[];
} {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const given = environment[name]?.trim() || variable.default;
    if (given === undefined) continue;
    const read = variable.schema.safeParse(given);
    if (read.success) values[name] = read.data;
    else {
      const was = variable.secret ? 'set to something else' : JSON.stringify(given);
      faults.push({ variable: name, was, mustBe: mustBeOf(variable) });
    }
  }
  return { values: values as Partial<Values>, faults };
}
