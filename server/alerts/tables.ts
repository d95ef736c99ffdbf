import type { Iso, Maybe } from '#server/database/tables.ts';

/**
 * The kinds of alerts; `server/alerts/messages/words.ts` has the words of each.
 * - `shift-empty`: the last person on shift went off;
 * - `shift-unreached`: people are on shift, but none can be texted any more, where requests are announced by text alone;
 * - `request-into-empty-shift`: a request came in while nobody was on shift;
 * - `not-accepted`: nobody accepted a request by the time its card tells the dealership to call;
 * - `nobody-left`: everybody who was asked declined or takes no requests any more, or nobody else is on shift, so nobody is left to
 * accept it;
 * - `expired-unanswered`: a request ended while nobody had it;
 * - `not-connected`: a request was accepted, and its agent has not connected;
 * - `mail-failed` and `text-failed`: mails or texts wait for a person;
 * - `mail-unattended` and `text-unattended`: they have waited so long that the people on shift are told;
 * - `sweep-waits`: the sweep of records is the first one, would take far more than was foreseen, or does not believe the clock, and
 *   waits;
 * - `webhook-disabled`: an endpoint of webhooks was disabled, because it failed for five days or responded that it is gone;
 * - `wrong-codes`: more wrong access codes are tried than dealerships mistype;
 * - `wrong-sign-ins`: more wrong passwords and second factors are tried at the desk than its people mistype.
 */
export type AlertKind =
  | 'shift-empty'
  | 'shift-unreached'
  | 'request-into-empty-shift'
  | 'not-accepted'
  | 'nobody-left'
  | 'expired-unanswered'
  | 'not-connected'
  | 'mail-failed'
  | 'text-failed'
  | 'mail-unattended'
  | 'text-unattended'
  | 'sweep-waits'
  | 'webhook-disabled'
  | 'wrong-codes'
  | 'wrong-sign-ins';

/** Why an alert was sent to nobody: there is no way to send it, or the hour's alerts are used up. */
export type AlertUnsent = 'no-way' | 'capped';

/** An event that the operator must hear of, once for each kind and thing. */
export interface AlertTable {
  id: string;
  kind: AlertKind;
  /** The key of the thing that it is about: a request's id, an hour. Unique together with the kind. */
  about: string;
  /** The agent request that it is about. */
  request_id: Maybe<string>;
  /** The number, for kinds that count something. */
  count: Maybe<number>;
  raised_at: Iso;
  /** When its messages were written, or when it turned out that none can be. */
  handled_at: Maybe<Iso>;
  unsent: Maybe<AlertUnsent>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    alerts: AlertTable;
  }
}
