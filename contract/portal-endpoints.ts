/**
 * The endpoints of the dealer portal's API and their schemas: a code opens a session, and a session makes requests. send-sms, which
 * makes a request, is in `agent-request-endpoints.ts`. `portal.ts` has what needs no schema.
 *
 * Endpoints with `auth: 'portal-request'` also take the request's view token in place of a session's token. A view token is for one
 * request and ends with the code. Once the request is over, the token shows how it ended, without the note and the AnyDesk address.
 *
 * A stream is refused when its address has the most that it may have; the page then polls the request instead. When a session or a
 * view token opens one stream too many, its oldest one ends.
 *
 * A change carries the version that the page showed (`seen`). It is refused as `changed` if the same was done and undone since.
 */
import * as z from 'zod/mini';
import { requestView } from './agent-request-endpoints.ts';
import { endpoint } from './endpoint.ts';
import { currentRequestPath, mostBeside, portalRefusals, sessionPath } from './portal.ts';
import { atMost, maybeText, seenVersion, text } from './schemas.ts';
import { textAgentPath } from './text-agent.ts';

const keptRequest = z.object({ id: text, viewToken: text });

/**
 * Opens a session. The code may be in any case and spacing. `resume` is a request whose view token the tab kept: when it was made
 * with the same code, it becomes the new session's own request. `resumeBeside` has the other requests that the tab kept. With a
 * dealership's own code they are visible anyway and may be a colleague's, so only a shared code makes them the session's own.
 */
const sessionBody = z.object({
  code: atMost(200),
  resume: z.optional(keptRequest),
  resumeBeside: z.optional(z.array(keptRequest).check(z.maxLength(mostBeside))),
});
export type SessionBody = z.infer<typeof sessionBody>;

/** A dealership to choose from; its phone is null when it has none. Two may share a name. */
const dealership = z.object({ id: text, name: text, phone: maybeText });
export type Dealership = z.infer<typeof dealership>;

/** What the portal shows. */
export const portalView = z.object({
  /** When the session ends by the server's clock, ISO-8601, UTC. `serverNow` corrects a page whose own clock is wrong. */
  expiresAt: z.iso.datetime(),
  /** The server's clock when it wrote this. */
  serverNow: z.iso.datetime(),
  /** The dealership that the code belongs to; null for the shared code. */
  dealership: z.nullable(dealership),
  /** The dealerships to choose from: with a dealership's own code, only that one. */
  dealerships: z.array(dealership),
  /** Whether Text Agent is switched on; otherwise the portal shows `Coming Soon`. */
  textAgent: z.boolean(),
  /** Whether anybody is on shift, or is rung at the desk. Absent from a server of the version before. */
  staffed: z.optional(z.boolean()),
  /** The number that is always one tap away, as people write it. */
  directLine: text,
});
export type PortalView = z.infer<typeof portalView>;

/** A session: the portal's view and the bearer token, which the page keeps only in memory. */
export const session = z.extend(portalView, { token: text });
export type Session = z.infer<typeof session>;

/** A request that runs. The `viewToken` lets a tab follow it after a reload without the code, and nothing else. */
const runningRequest = z.object({ request: requestView, viewToken: text });
export type RunningRequest = z.infer<typeof runningRequest>;

/** The request that the card shows first, and the session's other requests that run beside it. */
export const currentRequest = z.nullable(z.extend(runningRequest, { beside: z.optional(z.array(runningRequest)) }));
export type CurrentRequest = z.infer<typeof currentRequest>;

const pressBody = z.optional(z.object(seenVersion));
const anydeskBody = z.object({ address: atMost(200), ...seenVersion });

/** `codeEnded` is said only to a token that was a session's: the code that opened it is no longer valid. */
const bySession = {
  tag: 'portal',
  auth: 'portal-session',
  refusals: { deadToken: portalRefusals.locked, codeEnded: portalRefusals.codeEnded },
} as const;

export const openSession = endpoint('POST', sessionPath, {
  tag: 'portal',
  summary: 'Open a session with a code',
  body: sessionBody,
  responses: { 200: session },
  refusals: { invalidCode: portalRefusals.invalidCode, tooManyTries: portalRefusals.tooManyTries },
});

export const viewSession = endpoint('GET', sessionPath, {
  ...bySession,
  summary: 'What the portal shows now',
  responses: { 200: portalView },
});

export const endSession = endpoint('DELETE', sessionPath, {
  ...bySession,
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
const { tooLate, changed } = portalRefusals;
const changeRefusals = { ...requestRefusals, tooLate, changed } as const;

export const viewCurrentRequest = endpoint('GET', currentRequestPath, {
  ...bySession,
  summary: 'The requests that run, their own before those of colleagues, with their view tokens, or null',
  responses: { 200: currentRequest },
  cache: 'no-store, no-transform',
});

export const viewRequest = endpoint('GET', '/api/portal/requests/:id', {
  ...byRequest,
  summary: 'A request as it stands',
  refusals: requestRefusals,
});

export const followRequest = endpoint('GET', '/api/portal/requests/:id/events', {
  ...byRequest,
  summary: 'A request as it changes, as an event stream',
  responses: { 200: text },
  refusals: { ...requestRefusals, tooManyStreams: portalRefusals.tooManyStreams },
});

export const giveAnydesk = endpoint('POST', '/api/portal/requests/:id/anydesk', {
  ...byRequest,
  summary: 'Give the AnyDesk address',
  body: anydeskBody,
  refusals: { ...changeRefusals, invalid: portalRefusals.anydesk },
});

export const cancelRequest = endpoint('POST', '/api/portal/requests/:id/cancel', {
  ...byRequest,
  summary: 'Cancel a request; it ends a minute later',
  body: pressBody,
  refusals: changeRefusals,
});

export const takeBackCancel = endpoint('POST', '/api/portal/requests/:id/take-back', {
  ...byRequest,
  summary: 'Take a cancel back within the minute',
  body: pressBody,
  refusals: changeRefusals,
});

/** Whether Text Agent is switched on, for public pages. They may cache the response for a minute. */
export const viewTextAgent = endpoint('GET', textAgentPath, {
  tag: 'portal',
  summary: 'Whether Text Agent is switched on',
  origins: 'any',
  responses: { 200: z.object({ on: z.boolean() }) },
  cache: 'public, max-age=60',
});
