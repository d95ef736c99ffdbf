import type { Generated } from 'kysely';
import type { LeadStatus, SameReason } from '#contract/desk/leads.ts';
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
  status: Generated<LeadStatus>;
  /** The person who works on it. */
  owner_id: Maybe<string>;
  /** When somebody is to contact them, see `dueAt`. Kept when the lead is closed. */
  due_at: Iso;
  /** The follow-up that somebody set; it replaces the time at which the lead would be due by itself. */
  follow_up_at: Maybe<Iso>;
  first_contact_at: Maybe<Iso>;
  /** When its status became won, lost or spam. */
  closed_at: Maybe<Iso>;
  /** The lead that it was joined to and is shown under; never one that is joined itself. Its own status, owner and times stay unused meanwhile. */
  joined_into_id: Maybe<string>;
  joined_at: Maybe<Iso>;
  /** The dealership that was made of it. */
  dealership_id: Maybe<string>;
  /** Grows with every change by the desk, and with new answers of the dealer. */
  version: Generated<number>;
  /** When it last changed, for programs that ask what changed since (`store-api.ts`). */
  updated_at: Generated<Iso>;
  /** When its keys and its search text were written; null while they are still to be written (`indexing.ts`). */
  keyed_at: Maybe<Iso>;
  /** The legal hold that keeps it; null when none does. */
  hold_id: Maybe<string>;
  /** When it was blanked, because its time was over or a person asked for it. The row stays to be counted. */
  erased_at: Maybe<Iso>;
}

/** What happened to a lead at the desk. What the dealer sent and the mails about it have tables of their own. Only added to. */
export interface LeadEventTable {
  /** The id of a note is made by the page, so that a note that is sent twice is stored once. */
  id: string;
  lead_id: string;
  at: Iso;
  kind: 'status' | 'owner' | 'follow-up' | 'note' | 'joined' | 'parted' | 'dealership';
  /** Null for a command. */
  by_id: Maybe<string>;
  by_name: Maybe<string>;
  /** In the shape of the kind (`events.ts`). */
  detail: Json;
}

/** What shows that two leads are of the same people: telephone numbers, mailboxes and names, in the form in which they are compared. */
export interface LeadKeyTable {
  lead_id: string;
  kind: SameReason;
  value: string;
}

/** Two forms that somebody said are not of the same people: a row for either side. */
export interface LeadApartTable {
  lead_id: string;
  other_id: string;
  at: Iso;
  /** Null for a command. */
  by_id: Maybe<string>;
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
    lead_events: LeadEventTable;
    lead_keys: LeadKeyTable;
    leads_apart: LeadApartTable;
    submissions: SubmissionTable;
  }
}
