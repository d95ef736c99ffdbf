import { listSeparator } from './answers.ts';
import type { Answers } from './fields.ts';

/** Writes answers as wire parameters: lists become one string, everything else stays as it is. */
export function writeParams(answers: Answers): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, Array.isArray(value) ? value.join(listSeparator) : value]),
  );
}
