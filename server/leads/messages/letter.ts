import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';

/** The data of a mail about a lead. */
export interface LeadLetter {
  readonly form: LeadForm;
  readonly reference: string;
  readonly answers: Answers;
  /** The answers that these replace. */
  readonly before?: Answers | undefined;
  readonly flags: readonly string[];
  /** The consent to texts that this submission gave, and whether a later submission of the lead took it back. Undefined when it gave none. */
  readonly smsConsent?: { readonly at: string; readonly version: string; readonly ended?: boolean } | undefined;
  /** ISO-8601, UTC. */
  readonly receivedAt: string;
  /** The visitor's local date and time, as the page wrote it. */
  readonly submittedDate: string;
  /** The zone that times are written in (IANA). */
  readonly timeZone: string;
}
