/** What a submission looks like on the wire: the answers as template parameters, and what travels beside them. */
import { writeParams } from '#contract/answers.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Identity } from './records.ts';

/** The name of the field that no person sees. The form hands it in with the answers; it is none. */
const honeypot = 'leave_blank';

/** What travels beside the answers and is settled when the person submits. */
export type Extras = Record<string, string | number>;

/** Takes the honeypot out of what the form handed in. */
export function splitAnswers(handedIn: Answers): { answers: Answers; leaveBlank: string } {
  const { [honeypot]: leaveBlank = '', ...answers } = handedIn;
  return { answers, leaveBlank: String(leaveBlank) };
}

export interface Filling {
  readonly kind: LeadKind;
  readonly leaveBlank: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly now: number;
  readonly smsConsentVersion: string;
}

/** `submitted_date` is the visitor's own date and time, as their browser writes it (S3). */
export const extrasOf = ({ kind, leaveBlank, startedAt, now, smsConsentVersion }: Filling): Extras => ({
  submitted_date: new Date(now).toLocaleString(),
  leave_blank: leaveBlank,
  fill_ms: Math.max(0, now - startedAt),
  ...(kind === 'intake' && { sms_consent_version: smsConsentVersion }),
});

/** The template parameters of one attempt. */
export const paramsOf = (answers: Answers, extras: Extras, { id, root }: Identity): Record<string, unknown> => ({
  ...writeParams(answers),
  ...extras,
  submission_id: id,
  ...(root !== id && { amends: root }),
});
