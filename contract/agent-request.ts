/**
 * A dealership's request for an agent: its words, limits and times, without a schema library. Its schemas and send-sms are in
 * `agent-request-endpoints.ts`; its state is computed in `request-state.ts`.
 */
import { anydeskError } from './anydesk.ts';

/** What a request can be for, with the words that are sent (S3). The form offers them in this order. */
export const requestTypes = {
  active_deal: 'Request Agent for Active Deal',
  custom_request: 'Custom Request',
} as const;

export type RequestType = keyof typeof requestTypes;

/** The text sent in place of a telephone number when a dealership has none (S3). */
export const phoneNotProvided = 'Not provided';

/** In UTF-16 units, as `maxlength` counts. */
export const additionalInfoMaxLength = 2000;
export const callbackNameMaxLength = 100;

/** The times of a request, in milliseconds. */
export const requestTimings = {
  /** Without an acceptance within this time, the card says to call. */
  callAfterMs: 45_000,
  /** Without an acceptance within this time, the request ends, and nothing about it is delivered any more. */
  expireAfterMs: 15 * 60_000,
  /** How long an accepted request stays open when nobody closes it. */
  acceptedForMs: 4 * 60 * 60_000,
  /**
   * An accepted request that is not connected within this time is late: another agent may take it over, and the card says to call.
   */
  connectWithinMs: 5 * 60_000,
  /** How long Done, Cancel, Connected and Signing can be taken back; a request that is closing ends when this time is over. */
  takeBackForMs: 60_000,
} as const;

/** The path of the function that takes a request, after its base (S7). */
export const sendSmsPath = '/functions/v1/send-sms';

/** The path under which functions are served. Ours is the only one. */
export const functionsPath = '/functions/v1';

/** How many earlier requests one request may replace, at most. */
export const mostInsteadOf = 20;

/** Why our function refuses a request: the `error` of `{"success": false}`. */
export const sendSmsRefusals = {
  malformed: 'The request cannot be read',
  tooLarge: 'The request is too large',
  unsupported: 'Send JSON',
  method: 'Send it with POST',
  dealershipMissing: 'Please select your dealership',
  dealershipUnknown: 'This dealership is not in our list',
  dealershipForeign: 'Your access code belongs to another dealership',
  typeUnknown: 'Choose one of the request types',
  nameTooLong: `Shorten the name to ${callbackNameMaxLength} characters`,
  anydeskUnknown: anydeskError,
  infoTooLong: `Shorten the additional info to ${additionalInfoMaxLength} characters`,
  idTaken: 'This request was already received with other answers',
  switchedOff: 'Text Agent is not switched on',
} as const;

/** How a request ended, as the agent says with Done. The agent's page and the commands use these words. */
export const dispositions = {
  contracted_retail: 'Contracted: retail',
  contracted_lease: 'Contracted: lease',
  contracted_cash: 'Contracted: cash',
  contracted_outside_lien: 'Contracted: outside lien',
  approved_not_signed: 'Approved but not signed',
  no_approval: 'No approval',
  customer_left: 'Customer left',
  help_only: 'Help only',
  cancelled_by_store: 'Cancelled by the store',
  could_not_connect: 'Could not connect',
  test: 'Test',
} as const;
export type Disposition = keyof typeof dispositions;
export const dispositionNames = Object.keys(dispositions) as [Disposition, ...Disposition[]];

/** The longest note beside a disposition, in UTF-16 units, as `maxlength` counts. */
export const closingNoteMaxLength = 2000;

/**
 * The states of a request. The first five follow each other, and some may be skipped; the last three end the request. When a
 * request is handed back, or its Connected is taken back, it returns to the earlier state that still applies.
 * - `stored`: it is on disk;
 * - `sent`: a provider took the first text or mail;
 * - `delivered`: a telephone confirmed a text;
 * - `accepted`, `connected`: an agent said so;
 * - `done`: the agent said so; `cancelled`: the dealership did; `expired`: nobody came in time.
 */
export const requestStates = [
  'stored',
  'sent',
  'delivered',
  'accepted',
  'connected',
  'done',
  'cancelled',
  'expired',
] as const;
export type RequestState = (typeof requestStates)[number];

/**
 * Whether texts can reach an agent:
 * - `going`: at least one text is on its way or was delivered;
 * - `capped`: the hour's texts are used up;
 * - `nobody`: nobody is on shift;
 * - `none`: there is no text provider, or nobody on shift has a telephone;
 * - `failed`: every text was refused or given up.
 */
export const smsStatuses = ['going', 'capped', 'nobody', 'none', 'failed'] as const;
export type SmsStatus = (typeof smsStatuses)[number];
