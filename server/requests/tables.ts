import type { Generated } from 'kysely';
import type { Disposition, RequestType, SmsStatus } from '#contract/agent-request.ts';
import type { Closing } from '#contract/agent-request-endpoints.ts';
import type { DealStage, Vehicle } from '#contract/desk/board.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/**
 * The kinds of messages about a request. They go to people on shift and to the operator:
 * - `request-agent` asks to take the request;
 * - `request-again` asks again, because nobody has it any more, or asks the one person to whom it is handed off;
 * - `request-late` reminds the agent who accepted and is not connected;
 * - `request-cancelled` says that the dealership cancelled.
 */
export type RequestMessageKind = 'request-agent' | 'request-again' | 'request-late' | 'request-cancelled';

type RequestOutcome = 'done' | 'cancelled' | 'expired';

/** A dealership's request for an agent. What has not happened is null. */
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
  /** The name of the person who asks, as it was typed; null when none was. */
  callback_name: Maybe<string>;
  /** The number of dealerships with the name that was sent without an id; `dealership_id` is one of them. Null when only one has it. */
  same_named: Maybe<number>;
  /** The ids of the earlier presses that its answers replace, separated by commas; null when there are none. */
  instead_of: Maybe<string>;
  /** The id of a later press whose answers it got, because an agent has or had it by then; null while it has its own answers. */
  answers_id: Maybe<string>;
  /** SHA-256 of what was asked, in hex. */
  fingerprint: string;
  sms_status: SmsStatus;
  anydesk: Maybe<string>;
  created_at: Iso;
  /** When it expires, unless something changes. The start of its time limits is computed from this (`time-limits.ts`). */
  expires_at: Iso;
  sent_at: Maybe<Iso>;
  delivered_at: Maybe<Iso>;
  accepted_at: Maybe<Iso>;
  accepted_link_id: Maybe<string>;
  accepted_by: Maybe<string>;
  connected_at: Maybe<Iso>;
  /** The milliseconds from each earlier Connected until the request was taken from that agent, or closed and then opened again. */
  talked_ms: Generated<number>;
  /**
   * These four columns are for the figures, and later steps do not change them (`first-times.ts`): the first acceptance and its link, the
   * first Connected that was not taken back, and the end of a request that nobody had accepted.
   */
  first_accepted_at: Maybe<Iso>;
  first_accepted_link_id: Maybe<string>;
  first_connected_at: Maybe<Iso>;
  missed_at: Maybe<Iso>;
  /** When the customer began to sign. */
  signing_at: Maybe<Iso>;
  /** When it was last taken from an agent: handed back, handed off or released. Others are asked again since then. */
  handed_back_at: Maybe<Iso>;
  /** Who handed it back or off; null when it was released. */
  handed_back_by: Maybe<string>;
  /** The person to whom it was handed off, while that person alone is asked. */
  waits_for_id: Maybe<string>;
  /** The name of the person to whom it was handed off. Without `waits_for_id` that person has not taken it, and everybody is asked. */
  waits_for: Maybe<string>;
  /** When nobody was left to ask: all who were asked had declined or could take no requests any more, or nobody else was on shift. */
  nobody_left_at: Maybe<Iso>;
  /** When the agent was reminded, and the operator alerted, because the request is accepted and not connected. */
  late_told_at: Maybe<Iso>;
  /** When Done or Cancel was pressed. The request ends a minute later, unless that is taken back. */
  closing_at: Maybe<Iso>;
  closing_as: Maybe<Closing['as']>;
  /** How it ended, and the agent's note about it. */
  disposition: Maybe<Disposition>;
  closing_note: Maybe<string>;
  ended_at: Maybe<Iso>;
  outcome: Maybe<RequestOutcome>;
  /** When it was last opened again after its end. Links and view tokens from before that time do not work any more. */
  reopened_at: Maybe<Iso>;
  /** When its notes and the name of the person who asked were blanked. */
  notes_erased_at: Maybe<Iso>;
  /** When it was blanked, because its time was over or a person asked for it. The row stays to be counted. */
  erased_at: Maybe<Iso>;
  /** When it last changed, for programs that ask what changed since (`store-api.ts`). */
  updated_at: Generated<Iso>;
}

/**
 * What happened to a request, and what the event's `detail` says:
 * - `stored`; `not-texted` says why;
 * - `sent`, `delivered`, `undelivered` and `unsure` (a text may have arrived and is sent once more) say by which channel and to whom,
 *   `undelivered` also why. Events from before November 2026 name nobody;
 * - `accepted`, `declined`, `connected`, `connected-undone`, `signing`, `signing-undone` and `handed-back` say by whom,
 *   `taken-over` also from whom, `handed-off` also to whom;
 * - `released`: the person who had it cannot take requests any more; says who;
 * - `asked-everybody`: the person to whom it was handed off did not take it, so that it waits for everybody; says who;
 * - `asked-too`: people came on shift while it waited; says who;
 * - `opened-again`: it had ended; says who opened it again;
 * - `deal` and `jacket` say by whom, and which fields or which item;
 * - `nobody-left`: everybody who was asked declined or takes no requests any more, or it was handed back and nobody else is on shift;
 * - `late`: accepted and not connected in time; says by whom;
 * - `anydesk`: the dealership gave its address; `asked-anew`: it changed what it asks for;
 * - `closing` and `closing-undone` say what was pressed or taken back, and by whom;
 * - `code-ended`: the access code it came with was revoked or ran out, and only a newer one of the dealership's own shows it in the portal;
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
  | 'asked-anew'
  | 'connected'
  | 'connected-undone'
  | 'signing'
  | 'signing-undone'
  | 'handed-back'
  | 'handed-off'
  | 'released'
  | 'asked-everybody'
  | 'asked-too'
  | 'taken-over'
  | 'late'
  | 'closing'
  | 'closing-undone'
  | 'opened-again'
  | 'code-ended'
  | 'deal'
  | 'jacket'
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
  /** The link of whoever took this step; null for the dealership and the server, and for steps that an earlier version wrote. */
  link_id: Maybe<string>;
}

/** A link by which one recipient acts on a request. Its token is not stored. */
export interface AgentLinkTable {
  id: string;
  request_id: string;
  /** The name of its recipient. */
  name: string;
  /** The person who is its recipient; null for the operator. */
  person_id: Maybe<string>;
  /** Keyed hash of the token. */
  token_hash: string;
  created_at: Iso;
  /** When its recipient was asked last. */
  asked_at: Iso;
  /** When its recipient said "not me", or the request was taken from them. */
  declined_at: Maybe<Iso>;
  /** A keyed hash of what the last step by this link carried (`pressOf`); null when it carried nothing. */
  press: Maybe<string>;
}

/** What is known of the deal of a request. Its note is the request's `closing_note`. */
export interface RequestDealTable {
  request_id: string;
  /** Grows with each change. */
  version: number;
  dms_deal_number: Maybe<string>;
  stock_number: Maybe<string>;
  lender: Maybe<string>;
  /** A list of products. */
  products: Json;
  vehicle: Maybe<Vehicle>;
  minutes: Maybe<number>;
  /** Why it is not billed; null when it is. */
  not_billed_reason: Maybe<string>;
  changed_at: Iso;
}

/** An item of the jacket that somebody ticked. */
export interface RequestTickTable {
  request_id: string;
  item: string;
  /** The item's label when it was ticked. */
  label: string;
  ticked_at: Iso;
  ticked_by: string;
  person_id: string;
}

/** What one finance manager told the next one. Rows are added and never changed. */
export interface RequestHandOffTable {
  id: string;
  request_id: string;
  from_name: string;
  /** Null for everybody. */
  to_name: Maybe<string>;
  at: Iso;
  stage: DealStage;
  lender: string;
  /** A list of products. */
  products: Json;
  open_stipulations: string;
  promised: string;
}

/** A call that reached the desk without a request. The figures count calls separately. */
export interface CallTable {
  /** The id that the console made for it. */
  id: string;
  reference: string;
  dealership_id: string;
  dealership_name: string;
  request_type: RequestType;
  note: string;
  disposition: Disposition;
  minutes: Maybe<number>;
  /** Who logged it. */
  person_id: string;
  logged_by: string;
  created_at: Iso;
  notes_erased_at: Maybe<Iso>;
  /** When it was blanked, because its time was over or a person asked for it. The row stays to be counted. */
  erased_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    agent_requests: AgentRequestTable;
    request_events: RequestEventTable;
    agent_links: AgentLinkTable;
    request_deals: RequestDealTable;
    request_ticks: RequestTickTable;
    request_hand_offs: RequestHandOffTable;
    calls: CallTable;
  }
}
