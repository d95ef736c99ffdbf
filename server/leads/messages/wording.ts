/** How the answers and the flags of a lead read in mails and commands. Pure. */
import { leadFlags } from '#contract/desk/leads.ts';
import type { Answers, Field } from '#contract/fields.ts';

const yes = 'Yes';
const no = 'No';

/** An answer as one text; empty when nothing was answered. */
export function wordAnswer(field: Field, answers: Answers): string {
  const answer = answers[field.name];
  if (field.kind === 'tick') return answer === true ? yes : no;
  if (Array.isArray(answer)) return answer.join('\n');
  return answer === undefined ? '' : String(answer);
}

const flagTexts: Readonly<Record<string, string>> = leadFlags;

/** Why a lead looks suspicious, in words. */
export const wordFlag = (flag: string): string => flagTexts[flag] ?? `Marked as “${flag}”.`;
