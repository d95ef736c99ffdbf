import type { Generated } from 'kysely';
import type { Disposition, RequestType, SmsStatus } from '#contract/agent-request.ts';
import type { Closing } from '#contract/agent-request-endpoints.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/**
 * What a message about a request is. It goes to somebody on shift or to the operator:
 * - `request-agent`: asks to take it; `request-again`: asks again, because it was handed back;
 * - `request-late`: reminds whoever accepted it and is not connected;
 * - `request-cancelled`: nobody has to come any more.
 */
export type RequestMessageKind = 'request-agent' | 'request-again' | 'request-late' | 'request-cancelled';

export type RequestOutcome = 'done' | 'cancelled' | 'expired';

/** A dealership's request for an agent, as it stands. What has not happened is null. */
export interface AgentRequestTable {
  /** The `request_id` of the press that made it. */
  id: string;
  /** The sequence number of its newest event. */
  version: number;
  reference: string;
  session_id: Maybe<string>;
  code_id: string;
  dealership_id: string;
  dealership_name: string;
  dealer_phone: Maybe<string>;
  request_type: RequestType;
  additional_info: string;
  /** The name of who asks, as it was typed; null when none was. */
  callback_name: Maybe<string>;
  /** How many dealerships have the name that was sent without an id; `dealership_id` is one of them. Null when it is clear. */
  same_named: Maybe<number>;
  /** SHA-256 of what was asked, in hex. */
  fingerprint: string;
  sms_status: SmsStatus;
  anydesk: Maybe<string>;
  created_at: Iso;
  /** When it ends by itself, as it stands. */
  expires_at: Iso;
  sent_at: Maybe<Iso>;
  delivered_at: Maybe<Iso>;
  accepted_at: Maybe<Iso>;
  accepted_link_id: Maybe<string>;
  accepted_by: Maybe<string>;
  connected_at: Maybe<Iso>;
  /** When and by whom it was handed back last; since then the others are asked again. */
  handed_back_at: Maybe<Iso>;
  handed_back_by: Maybe<string>;
  /** When everybody who was asked had declined, or nobody else was there to be asked again. */
  nobody_left_at: Maybe<Iso>;
  /** When its agent was reminded and the operator was told that it is accepted and not connected. */
  late_told_at: Maybe<Iso>;
  /** When Done or Cancel was pressed; it ends a minute later, unless that is taken back. */
  closing_at: Maybe<Iso>;
  closing_as: Maybe<Closing['as']>;
  /** How it ended, and the agent's note about it. */
  disposition: Maybe<Disposition>;
  closing_note: Maybe<string>;
  ended_at: Maybe<Iso>;
  outcome: Maybe<RequestOutcome>;
}

/**
 * What happened to a request:
 * - `stored`; `sent` and `delivered` say by what; `not-texted` and `undelivered` say why;
 * - `unsure`: a text may have arrived and is sent once more;
 * - `accepted`, `declined`, `connected`, `connected-undone` and `handed-back` say by whom, `taken-over` also from whom;
 * - `nobody-left`: everybody who was asked declined, or whoever had it handed it back and nobody else is on shift;
 * - `late`: accepted and not connected in time; says whose it is and how they were reminded;
 * - `anydesk`: the dealership gave its address;
 * - `closing` and `reopened` say what was pressed or taken back, and by whom;
 * - `done` says by whom and how it ended; `cancelled`; `expired`.
 */
export type RequestEventKind =
  | 'stored'
  | 'not-texted'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'unsure'
  | 'accepted'
  | 'declined'
  | 'nobody-left'
  | 'anydesk'
  | 'connected'
  | 'connected-undone'
  | 'handed-back'
  | 'taken-over'
  | 'late'
  | 'closing'
  | 'reopened'
  | 'done'
  | 'cancelled'
  | 'expired';

/** The history of a request. Rows are added and never changed. */
export interface RequestEventTable {
  /** Grows; two events of one request are in the order in which they happened. */
  seq: Generated<number>;
  request_id: string;
  kind: RequestEventKind;
  at: Iso;
  detail: Maybe<string>;
}

/** One recipient's way to act on a request. Its token is not stored. */
export interface AgentLinkTable {
  id: string;
  request_id: string;
  /** Whose it is. */
  name: string;
  /** The person on shift whose it is; null for the operator's. */
  person_id: Maybe<string>;
  /** Keyed hash of the token. */
  token_hash: string;
  created_at: Iso;
  /** When its recipient was asked last. */
  asked_at: Iso;
  /** When its recipient said "not me" or handed the request back. */
  declined_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    agent_requests: AgentRequestTable;
    request_events: RequestEventTable;
    agent_links: AgentLinkTable;
  }
}
