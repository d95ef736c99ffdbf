import type { ColumnType, Generated } from 'kysely';
import type { LeadKind } from '#contract/pages.ts';
import type { AlertTable } from './alert-schema.ts';
import type {
  AccessCodeTable,
  AgentLinkTable,
  AgentRequestTable,
  DealershipTable,
  PortalSessionTable,
  RequestEventTable,
  SettingTable,
  ShiftPersonTable,
} from './portal-schema.ts';

export type * from './alert-schema.ts';
export type * from './portal-schema.ts';

/** An ISO-8601 time in UTC, as text in code on both engines. */
export type Iso = string;

/** A JSON document as text in code: `jsonb` in PostgreSQL, text in SQLite. */
export type Json = string;

/** A fact that has not happened yet is null. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

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

/**
 * Where a message stands:
 * - `held`: no running server has a transport for it; the first that has one claims it;
 * - `waiting`: due at `due_at`; while leased, a worker is sending it;
 * - `unsure`: the last try may have arrived (cut after the data); it is tried again like `waiting`;
 * - `sent`: the transport took it;
 * - `stuck`: needs a person;
 * - `expired`: its time ended, and it is not sent any more.
 */
export type MessageState = 'held' | 'waiting' | 'unsure' | 'sent' | 'stuck' | 'expired';

/** What a message about a lead is. The template of this name renders it. */
export type LeadMessageKind = 'lead-operator' | 'lead-amended' | 'lead-confirmation';

/**
 * What a message about an agent request is; it goes to somebody on shift or to the operator:
 * - `request-agent`: asks to take it; `request-again`: asks again, because it was handed back;
 * - `request-late`: reminds whoever accepted it and is not connected;
 * - `request-cancelled`: nobody has to come any more.
 */
export type RequestMessageKind = 'request-agent' | 'request-again' | 'request-late' | 'request-cancelled';

export type MessageKind = LeadMessageKind | RequestMessageKind | 'alert';

/** What carries a message. */
export type Channel = 'mail' | 'sms';

/** The outbox: a message is a row, written in the transaction that causes it. */
export interface MessageTable {
  id: string;
  kind: MessageKind;
  channel: Channel;
  /** The submission whose answers the message carries, when it is about a lead. */
  submission_id: Maybe<string>;
  /** The agent request that it is about, and the link that it carries. */
  request_id: Maybe<string>;
  link_id: Maybe<string>;
  /** The alert that it carries. */
  alert_id: Maybe<string>;
  /** One address or one telephone number; empty for the operator, whose address is the configuration's at the time of sending. */
  recipient: string;
  /** The mailbox that it counts for where the messages to one person are limited (`mailboxOf`). */
  counts_for: Maybe<string>;
  state: MessageState;
  created_at: Iso;
  due_at: Iso;
  /** Tries so far. */
  attempts: Generated<number>;
  /** Who is sending it and until when; `lease_token` fences a worker whose lease ran out. */
  lease_token: Maybe<string>;
  lease_until: Maybe<Iso>;
  /** When a person last had it tried again. */
  retried_at: Maybe<Iso>;
  /** What the last try said, for a person to read. */
  last_error: Maybe<string>;
  sent_at: Maybe<Iso>;
  /** Since when a try may have arrived; whatever comes after it says so, for a text. */
  unsure_at: Maybe<Iso>;
  /** From then on it is not sent any more. */
  expires_at: Maybe<Iso>;
  /** The provider's id of a text. */
  provider_id: Maybe<string>;
  /** When the telephone confirmed a text. */
  delivered_at: Maybe<Iso>;
  /** When an alert told the operator that it needs a person; null again when it is tried again. */
  stuck_told_at: Maybe<Iso>;
}

/** One row that is written to see whether anything can be (`Storage.tryWrite`). */
export interface WriteProbeTable {
  id: string;
  written_at: Iso;
}

/**
 * Every table.
 *
 * One order of locks. A transaction takes what it changes in this order, so that no two ever wait for each other:
 *
 * 1. the keys of what it may make (`EngineDifferences.lock`): the ids or the answers of an attempt, the id of a press;
 * 2. a code with its places and sessions;
 * 3. one parent: a lead, or an agent request. Who begins with a message takes its request first (`Storage.lockRequest`);
 * 4. the parent's children: submissions, events, links, messages;
 * 5. the key of a limit that many share (a recipient's confirmations, the texts of an hour), after which it only adds rows.
 *
 * What changes messages of many parents at once passes over those that somebody else keeps (`skipLocked`).
 */
export interface Tables {
  leads: LeadTable;
  submissions: SubmissionTable;
  messages: MessageTable;
  write_probes: WriteProbeTable;
  dealerships: DealershipTable;
  access_codes: AccessCodeTable;
  portal_sessions: PortalSessionTable;
  settings: SettingTable;
  shift_people: ShiftPersonTable;
  agent_requests: AgentRequestTable;
  request_events: RequestEventTable;
  agent_links: AgentLinkTable;
  alerts: AlertTable;
}
