import type { LeadKind } from '#contract/pages.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** One dealership's request to be contacted or registered, with the answers that hold now. */
export interface LeadTable {
  /** The id of the submission that began it, so that the page knows the reference before the answer. */
  id: string;
  kind: LeadKind;
  reference: string;
  /** The answers, in the shape of the form's table. */
  answers: Json;
  /** Why the lead looks suspicious; an empty list when it does not. */
  flags: Json;
  created_at: Iso;
  /** When later answers replaced the first ones. */
  amended_at: Maybe<Iso>;
  /** Everything that a search looks through, in lower case. */
  search: string;
}

/** One accepted attempt. Its key makes an attempt count once, however often it arrives. */
export interface SubmissionTable {
  id: string;
  lead_id: string;
  kind: LeadKind;
  /** SHA-256 of the normalised answers, in hex. */
  fingerprint: string;
  answers: Json;
  /** The visitor's local date and time, as the page wrote it. */
  submitted_date: string;
  created_at: Iso;
  /** When a later attempt had already replaced these answers before they arrived. */
  superseded_at: Maybe<Iso>;
  /**
   * The submission of the same lead whose answers took the place of these; one of each lead has none, and holds. No
   * foreign key: it is set before that submission is written, because only one may hold at a time.
   */
  replaced_by: Maybe<string>;
  /** When, and to which wording, this submission agreed to texts; null when it did not. Never changed: it is evidence. */
  sms_consent_at: Maybe<Iso>;
  sms_consent_version: Maybe<string>;
  /** The words themselves; null for a version that this server never showed. */
  sms_consent_wording: Maybe<string>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    leads: LeadTable;
    submissions: SubmissionTable;
  }
}
