/**
 * The read API for other programs: leads, requests and dealerships in their current state. A program reads with a token that was
 * made at the desk.
 *
 * Each list is paged, in the order in which its records last changed. Every page has a `nextCursor`: send it back for the next
 * page, at once while `hasMore` is true, and later for what has changed since. A record that changes meanwhile comes again with a
 * later `updatedAt`; none is left out, and one that changed within the last minute may come twice. Tell records apart by `id`, and
 * their states by `version`.
 */
import * as z from 'zod/mini';
import { dispositions, requestTypes } from './agent-request.ts';
import { type ApiScope, apiLimits } from './api.ts';
import { leadStatuses } from './desk/leads.ts';
import { endpoint } from './endpoint.ts';
import { moment } from './moment.ts';
import { atMost, maybeText, maybeTime, names, text, time } from './schemas.ts';

export const apiLead = z.object({
  id: text,
  reference: text,
  form: z.enum(['inquiry', 'intake']),
  /** The business, as the dealer wrote it. */
  name: text,
  status: z.enum(names(leadStatuses)),
  /** Why it looks suspicious. */
  flags: z.array(text),
  /** What the dealer answered, by the names of the form's fields. */
  answers: z.record(text, z.unknown()),
  /** The person at the desk who works on it. */
  ownerId: maybeText,
  dueAt: time,
  createdAt: time,
  amendedAt: maybeTime,
  firstContactAt: maybeTime,
  closedAt: maybeTime,
  /** When the lead's personal data was erased: its answers are empty since. */
  erasedAt: maybeTime,
  joinedIntoId: maybeText,
  /** The dealership that was made from the lead. */
  dealershipId: maybeText,
  updatedAt: time,
  version: z.number(),
});
export type ApiLead = z.infer<typeof apiLead>;

const apiRequestStates = ['waiting', 'accepted', 'connected', 'signing', 'ended'] as const;

export const apiRequest = z.object({
  id: text,
  reference: text,
  dealershipId: text,
  dealershipName: text,
  /** How many dealerships share this name, when it is unknown which one asked: `dealershipId` is then one of them. Else null. */
  sameNamed: z.nullable(z.number()),
  requestType: z.enum(names(requestTypes)),
  state: z.enum(apiRequestStates),
  outcome: z.nullable(z.enum(['done', 'cancelled', 'expired'])),
  disposition: z.nullable(z.enum(names(dispositions))),
  acceptedBy: maybeText,
  createdAt: time,
  acceptedAt: maybeTime,
  connectedAt: maybeTime,
  signingAt: maybeTime,
  endedAt: maybeTime,
  /** When the request's personal data was erased: it has no names since. */
  erasedAt: maybeTime,
  updatedAt: time,
  version: z.number(),
});
export type ApiRequest = z.infer<typeof apiRequest>;

const apiDealership = z.object({
  id: text,
  name: text,
  phone: maybeText,
  /** A zone of the IANA database; null while nobody has chosen one. */
  timeZone: maybeText,
  address: maybeText,
  website: maybeText,
  agreementDate: maybeText,
  contacts: z.array(z.object({ name: text, role: text, phone: maybeText, mail: maybeText })),
  leadId: maybeText,
  /** Whether it is one of the samples of a new installation. */
  sample: z.boolean(),
  createdAt: time,
  closedAt: maybeTime,
  removedAt: maybeTime,
  /** When the dealership's personal data was erased: it has no name, numbers and contacts since. */
  erasedAt: maybeTime,
  updatedAt: time,
  version: z.number(),
});
export type ApiDealership = z.infer<typeof apiDealership>;

const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    /** Least recently changed first. */
    data: z.array(item),
    nextCursor: text,
    hasMore: z.boolean(),
  });

const shared = {
  cursor: z.optional(atMost(200)),
  /** Only records that changed at this time or later. It has no effect beside a cursor, which has its own position. */
  updatedSince: z.optional(moment),
  limit: z.optional(
    text.check(
      z.regex(/^\d{1,3}$/),
      z.refine((limit) => Number(limit) >= 1 && Number(limit) <= apiLimits.largestPage),
    ),
  ),
};

const refusals = {
  deadToken: { status: 401, text: 'The token is missing, or it is no longer valid' },
  missingScope: { status: 403, text: 'The token may not read this' },
  invalid: { status: 422, text: 'The query parameters are not valid for this list' },
  badCursor: { status: 400, text: 'This cursor is not valid for this list' },
} as const;

const common = <Scope extends ApiScope>(scope: Scope) =>
  ({
    tag: 'api',
    auth: { token: scope },
    // No origin check is needed: a token is not a cookie, so a page of another site cannot send it, and no response allows such a
    // page to read it.
    origins: 'any',
    refusals,
  }) as const;

export const listApiLeads = endpoint('GET', '/api/v1/leads', {
  ...common('leads:read'),
  summary: 'Leads, in the order in which they last changed',
  query: z.object({ ...shared, status: z.optional(z.enum(names(leadStatuses))) }),
  responses: { 200: page(apiLead) },
});

export const listApiRequests = endpoint('GET', '/api/v1/requests', {
  ...common('requests:read'),
  summary: 'Requests for a finance manager, in the order in which they last changed',
  query: z.object({
    ...shared,
    /** `open`: those that are not over. */
    status: z.optional(z.enum(['open', 'ended'])),
    /** Without those of which another dealership of the same name may be the sender. */
    dealershipId: z.optional(atMost(64)),
  }),
  responses: { 200: page(apiRequest) },
});

export const listApiDealerships = endpoint('GET', '/api/v1/dealerships', {
  ...common('dealerships:read'),
  summary: 'Dealerships, in the order in which they last changed',
  query: z.object({ ...shared, status: z.optional(z.enum(['active', 'closed', 'removed'])) }),
  responses: { 200: page(apiDealership) },
});
