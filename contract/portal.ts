/**
 * The dealer portal's API: a code opens a session, and a session makes requests. The endpoints stand at the end of this file;
 * send-sms, which makes a request, is in `agent-request.ts`.
 *
 * Endpoints with `auth: 'portal-request'` also take the request's view token in place of a session's token. It is for that
 * request alone and ends with the code. Once the request is over, the token shows how it ended, without the note and the
 * AnyDesk address.
 *
 * A stream is refused when its address has as many as it may have; the page then asks for the request instead. A session or a
 * view token that opens one stream more than it may have ends its oldest.
 */
import * as z from 'zod/mini';
import { phoneNotProvided, requestView } from './agent-request.ts';
import { anydeskError } from './anydesk.ts';
import { endpoint } from './endpoint.ts';
import { textAgentPath } from './text-agent.ts';

/** Fired on `window` by anything on the page, it opens the portal (S2). */
export const openPortalEvent = 'openDealerPortal';

export const sessionPath = '/api/portal/session';
export const currentRequestPath = '/api/portal/requests/current';
export const requestPath = (id: string): string => `/api/portal/requests/${id}`;
export const requestEventsPath = (id: string): string => `${requestPath(id)}/events`;
export const anydeskPath = (id: string): string => `${requestPath(id)}/anydesk`;
export const cancelPath = (id: string): string => `${requestPath(id)}/cancel`;
export const takeBackPath = (id: string): string => `${requestPath(id)}/take-back`;

/** How long a session lasts at most. */
export const sessionForMs = 12 * 60 * 60_000;

const text = z.string();

/**
 * Opens a session. The code is taken in any case and spacing. `resume` is a request whose view token the tab kept: when
 * it was made with the same code, the new session has it as its own.
 */
export const sessionBody = z.object({
  code: text.check(z.maxLength(200)),
  resume: z.optional(z.object({ id: text, viewToken: text })),
});
export type SessionBody = z.infer<typeof sessionBody>;

/** A dealership to choose; its phone is null when it has none. Two may share a name. */
export const dealership = z.object({ id: text, name: text, phone: z.nullable(text) });
export type Dealership = z.infer<typeof dealership>;

/** What the portal shows. */
export const portalView = z.object({
  /** When the session ends, ISO-8601, UTC: by the server's clock, which `serverNow` tells a page whose own is wrong. */
  expiresAt: z.iso.datetime(),
  /** The server's clock when it wrote this. */
  serverNow: z.iso.datetime(),
  /** The dealership that the code belongs to; null for the shared code. */
  dealership: z.nullable(dealership),
  /** The dealerships to choose from: only its own for a dealership's own code. */
  dealerships: z.array(dealership),
  /** Whether Text Agent is switched on; otherwise it is `Coming Soon`. */
  textAgent: z.boolean(),
  /** The number that is always one tap away, as people write it. */
  directLine: text,
});
export type PortalView = z.infer<typeof portalView>;

/** A session: the portal's view and the bearer token, which lives in memory only. */
export const session = z.extend(portalView, { token: text });
export type Session = z.infer<typeof session>;

/** With `viewToken` a tab goes on with this one request after a reload, without the code, and does nothing else. */
export const currentRequest = z.nullable(z.object({ request: requestView, viewToken: text }));
export type CurrentRequest = z.infer<typeof currentRequest>;

export const anydeskBody = z.object({ address: text.check(z.maxLength(200)) });

/**
 * The stream (`text/event-stream`). Each `request` event carries a whole `requestView` and has its version as id; a
 * stream begins with the request as it stands, unless `last-event-id` says that the page has it. After the event that
 * ends the request the server closes the stream. `locked` says that the token died: lock, and do not connect again. A
 * comment comes every `heartbeatMs`; without one for twice that long, connect again.
 */
export const streamEvents = { request: 'request', locked: 'locked', heartbeatMs: 15_000 } as const;

/** What `dealerPhone` says for a dealership (S3). */
export const dealerPhoneOf = ({ phone }: Dealership): string => phone ?? phoneNotProvided;

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

/** How a failed response of send-sms reads in the console (S8); the person sees `portalTexts.sendFailed` for all of them. */
export const sendSmsFailures = {
  status: (status: number) => `Server error: ${status}`,
  unparsable: 'Invalid response from server',
  unsuccessful: 'Failed to send request. Please try again.',
} as const;

/** Every refusal of the portal's API: its status and its text. */
export const portalRefusals = {
  invalidCode: { status: 401, text: portalTexts.invalidCode },
  /** With `Retry-After` in seconds. */
  tooManyTries: { status: 429, text: 'Too many wrong codes. Wait a moment and try again.' },
  /** With `Retry-After` in seconds. The page asks for the request instead, and tries again. */
  tooManyStreams: { status: 429, text: 'Too many pages follow requests from your connection' },
  locked: { status: 401, text: 'The portal is locked. Enter your access code again.' },
  noSuchRequest: { status: 404, text: 'There is no such request' },
  tooLate: { status: 409, text: 'This request is over or about to end' },
  anydesk: { status: 422, text: anydeskError },
} as const;

const bySession = { tag: 'portal', auth: 'portal-session', refusals: { deadToken: portalRefusals.locked } } as const;

/** A code opens a session. */
export const openSession = endpoint({
  method: 'POST',
  path: sessionPath,
  tag: 'portal',
  summary: 'Open a session with a code',
  body: sessionBody,
  responses: { 200: session },
  refusals: { invalidCode: portalRefusals.invalidCode, tooManyTries: portalRefusals.tooManyTries },
});

export const viewSession = endpoint({
  ...bySession,
  method: 'GET',
  path: sessionPath,
  summary: 'What the portal shows now',
  responses: { 200: portalView },
});

export const endSession = endpoint({
  ...bySession,
  method: 'DELETE',
  path: sessionPath,
  summary: 'End the session',
  responses: { 204: z.null() },
});

const byRequest = {
  tag: 'portal',
  auth: 'portal-request',
  responses: { 200: requestView },
  cache: 'no-store, no-transform',
} as const;
const requestRefusals = { deadToken: portalRefusals.locked, notFound: portalRefusals.noSuchRequest } as const;
const changeRefusals = { ...requestRefusals, tooLate: portalRefusals.tooLate } as const;

export const viewCurrentRequest = endpoint({
  ...bySession,
  method: 'GET',
  path: currentRequestPath,
  summary: 'The newest request that runs, with its view token, or null',
  responses: { 200: currentRequest },
  cache: 'no-store, no-transform',
});

export const viewRequest = endpoint({
  ...byRequest,
  method: 'GET',
  path: '/api/portal/requests/:id',
  summary: 'A request as it stands',
  refusals: requestRefusals,
});

export const followRequest = endpoint({
  ...byRequest,
  method: 'GET',
  path: '/api/portal/requests/:id/events',
  summary: 'A request as it changes, as an event stream',
  responses: { 200: text },
  refusals: { ...requestRefusals, tooManyStreams: portalRefusals.tooManyStreams },
});

export const giveAnydesk = endpoint({
  ...byRequest,
  method: 'POST',
  path: '/api/portal/requests/:id/anydesk',
  summary: 'Give the AnyDesk address',
  body: anydeskBody,
  refusals: { ...changeRefusals, invalid: portalRefusals.anydesk },
});

export const cancelRequest = endpoint({
  ...byRequest,
  method: 'POST',
  path: '/api/portal/requests/:id/cancel',
  summary: 'Cancel a request; it ends a minute later',
  refusals: changeRefusals,
});

export const takeBackCancel = endpoint({
  ...byRequest,
  method: 'POST',
  path: '/api/portal/requests/:id/take-back',
  summary: 'Take a cancel back within the minute',
  refusals: changeRefusals,
});

/** Whether Text Agent is switched on, for pages that anybody may read. They may keep the response for a minute. */
export const viewTextAgent = endpoint({
  method: 'GET',
  path: textAgentPath,
  tag: 'portal',
  summary: 'Whether Text Agent is switched on',
  origins: 'any',
  responses: { 200: z.object({ on: z.boolean() }) },
  cache: 'public, max-age=60',
});
