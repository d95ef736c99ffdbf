/** Reads the columns of a lead or a submission that hold JSON. */
import type { LeadFlag } from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';

export const answersOf = ({ answers }: { readonly answers: string }): Answers => JSON.parse(answers) as Answers;

/** Why a lead looks suspicious; empty for most. */
export const flagsOf = ({ flags }: { readonly flags: string }): LeadFlag[] => JSON.parse(flags) as LeadFlag[];
