/**
 * The dealer portal's paths, texts and refusals. They load no schema library, so the page can show them before its first call. The
 * endpoints are in `portal-endpoints.ts`.
 */
import { phoneNotProvided } from './agent-request.ts';
import { anydeskError } from './anydesk.ts';

export const sessionPath = '/api/portal/session';
export const currentRequestPath = '/api/portal/requests/current';

/** How many requests of a person are shown beside the one on the card, at most. */
export const mostBeside = 9;

/** How long a session lasts at most. */
export const sessionForMs = 12 * 60 * 60_000;

/**
 * The stream (`text/event-stream`). Each `request` event has a whole `requestView`, with its version as id. A stream begins with
 * the current request. After the event that ends the request the server closes the stream. `locked` says that the token has ended:
 * lock, and do not connect again. A comment comes every `heartbeatMs`; without one for twice that long, connect again.
 */
export const streamEvents = { request: 'request', locked: 'locked', heartbeatMs: 15_000 } as const;

/** The `dealerPhone` that a request sends for a dealership (S3). */
export const dealerPhoneOf = ({ phone }: { readonly phone: string | null }): string => phone ?? phoneNotProvided;

/** Fixed texts of the portal (S2, S4, S5, S8), and the plain-text refusals of its API. */
export const portalTexts = {
  accessPortal: 'Access Portal',
  invalidCode: 'Invalid access code',
  requestAnAgent: 'Request An Agent',
  downloadAnydesk: 'Download AnyDesk',
  dealerIntakeForm: 'Dealer Intake Form',
  textAgent: 'Text Agent',
  comingSoon: 'Coming Soon',
  callAgent: 'Call Agent',
  callNow: 'Call Now',
  close: 'Close',
  cancel: 'Cancel',
  requestAgent: 'Request Agent',
  selectDealership: 'Please select your dealership',
  sendFailed: '❌ Failed to send request. Please try again.',
  agentRequested: 'Agent Requested!',
  gotIt: 'Got It',
} as const;

/** Every refusal of the portal's API: its status and its text. */
export const portalRefusals = {
  invalidCode: { status: 401, text: portalTexts.invalidCode },
  /** With `Retry-After` in seconds. */
  tooManyTries: { status: 429, text: 'Too many wrong codes' },
  /** With `Retry-After` in seconds. The page asks for the request instead, and tries again. */
  tooManyStreams: { status: 429, text: 'Too many streams' },
  locked: { status: 401, text: 'Your session has ended. Enter your access code again.' },
  codeEnded: { status: 401, text: 'Your access code is no longer valid. Enter the new one, or call.' },
  noSuchRequest: { status: 404, text: 'There is no such request' },
  tooLate: { status: 409, text: 'This request is over or about to end' },
  changed: { status: 409, text: 'This request has changed meanwhile. Look at it, and press again.' },
  anydesk: { status: 422, text: anydeskError },
} as const;
