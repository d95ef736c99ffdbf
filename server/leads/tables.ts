import type { Generated } from 'kysely';
import type { LeadStatus, SameReason } from '#contract/desk/leads.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** One dealership's request to be contacted or registered, with the answers that hold now. */
export interface LeadTable {
  /** The id of the submission that began it. The reference is made from it, so the page knows the reference before the server answers. */
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
  /** When somebody has to contact the dealer (`dueAt`). It stays when the lead is closed. */
  due_at: Iso;
  /** The follow-up that somebody set. The lead is due then, whatever was promised. */
  follow_up_at: Maybe<Iso>;
  first_contact_at: Maybe<Iso>;
  /** When its status became won, lost or spam. */
  closed_at: Maybe<Iso>;
  /** The lead that it was joined to and is shown under, which is never joined itself. Meanwhile its own status, owner and times are unused. */
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

/** What happened to a lead at the desk. The dealer's submissions and the mails have tables of their own. Rows are never changed. */
export interface LeadEventTable {
  /** The page makes the id of a note, so a note that is sent twice is stored once. */
  id: string;
  lead_id: string;
  at: Iso;
  kind: 'status' | 'owner' | 'follow-up' | 'note' | 'joined' | 'parted' | 'dealership';
  /** Null for a command. */
  by_id: Maybe<string>;
  by_name: Maybe<string>;
  /** An object in the shape of the kind (`EventDetails`). */
  detail: Json;
}

/** A key that two leads of the same people share: a telephone number, a mailbox or a name, in the form in which keys are compared. */
interface LeadKeyTable {
  lead_id: string;
  kind: SameReason;
  value: string;
}

/** Two forms of which somebody said that they are not of the same people. Each pair has two rows, one for either side. */
interface LeadApartTable {
  lead_id: string;
  other_id: string;
  at: Iso;
  /** Null for a command. */
  by_id: Maybe<string>;
}

/** An accepted attempt to send a form. Its id is the key, so an attempt counts once, however often it arrives. */
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
  /** The same time as `created_at` when a newer attempt had replaced these answers before they arrived; null otherwise. */
  superseded_at: Maybe<Iso>;
  /**
   * The submission of the same lead whose answers replaced these. In each lead, the answers of exactly one submission are not replaced and
   * hold. There is no foreign key, because this is set before the other submission is written: only one may hold at a time.
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
