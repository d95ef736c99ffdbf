import type { ColumnType, Generated } from 'kysely';
import type { LeadKind } from '#contract/pages.ts';

/** An ISO-8601 time in UTC, as text in code on both engines. */
export type Iso = string;

/** A JSON document as text in code: `jsonb` in PostgreSQL, text in SQLite. */
export type Json = string;

/** A fact that has not happened yet is null. */
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

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
  received_at: Iso;
  /** When later answers replaced the first ones. */
  amended_at: Maybe<Iso>;
  /** When, and to which wording, the person agreed to be texted. */
  sms_consent_at: Maybe<Iso>;
  sms_consent_version: Maybe<string>;
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
  received_at: Iso;
  /** When a later attempt had already replaced these answers before they arrived. */
  superseded_at: Maybe<Iso>;
}

/**
 * Where a message stands:
 * - `held`: there is no transport for it yet;
 * - `waiting`: due at `due_at`; while leased, a worker is sending it;
 * - `unsure`: the last try may have arrived (cut after the data); it is tried again like `waiting`;
 * - `sent`: the transport took it;
 * - `stuck`: needs a person.
 */
export type MessageState = 'held' | 'waiting' | 'unsure' | 'sent' | 'stuck';

/** What a message is. The template of this name renders it. */
export type MessageKind = 'lead-operator' | 'lead-amended' | 'lead-confirmation';

/** The outbox: a message is a row, written in the transaction that causes it. */
export interface MessageTable {
  id: string;
  kind: MessageKind;
  channel: 'mail';
  /** The submission whose answers the message carries. */
  submission_id: string;
  /** One address; empty for the operator, whose address is the configuration's at the time of sending. */
  recipient: string;
  state: MessageState;
  created_at: Iso;
  due_at: Iso;
  /** Tries so far. */
  attempts: Generated<number>;
  /** Who is sending it and until when; `lease_token` fences a worker whose lease ran out. */
  lease_token: Maybe<string>;
  lease_until: Maybe<Iso>;
  /** What the last try said, for a person to read. */
  last_error: Maybe<string>;
  sent_at: Maybe<Iso>;
}

/** Every table. */
export interface Tables {
  leads: LeadTable;
  submissions: SubmissionTable;
  messages: MessageTable;
}
