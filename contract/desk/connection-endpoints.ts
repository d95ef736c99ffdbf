/**
 * Webhooks as the desk manages them. A secret is in the response to the press that made it, and in no other. A change of an endpoint
 * names the version that the person saw; when others have changed it since, the response is 409 with the current one.
 */
import * as z from 'zod/mini';
import { apiLimits, apiScopeNames, apiTokenDays } from '../api.ts';
import { atMost, id, maybeText, maybeTime, names, text, time } from '../schemas.ts';
import { webhookEventNames, webhookLimits } from '../webhooks.ts';
import { connectionRefusals, deliveryStates, disabledReasons, tokenRefusals } from './connections.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { listRefusals } from './lists.ts';

const event = z.enum(webhookEventNames);
const version = z.number();

const webhookEndpoint = z.object({
  id: text,
  name: text,
  url: text,
  events: z.array(event),
  state: z.enum(['working', 'failing', 'disabled']),
  /** When the failures began; null when the last delivery succeeded. */
  failingSince: maybeTime,
  disabledAt: maybeTime,
  disabledWhy: z.nullable(z.enum(names(disabledReasons))),
  /** The time until which the secret from before the last rotation signs as well. */
  earlierSecretUntil: maybeTime,
  createdAt: time,
  createdBy: maybeText,
  version,
  /** Deliveries that wait, and deliveries that were given up; each counted up to 1000. */
  waiting: z.number(),
  failed: z.number(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

const webhookDelivery = z.object({
  id: text,
  /** The `webhook-id` of every try. */
  webhookId: text,
  type: text,
  at: time,
  state: z.enum(names(deliveryStates)),
  sending: z.boolean(),
  attempts: z.number(),
  /** When the next try is; null when there is none. */
  dueAt: maybeTime,
  sentAt: maybeTime,
  lastError: maybeText,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookTry = z.object({
  at: time,
  attempt: z.number(),
  result: z.enum(['sent', 'later', 'unsure', 'failed']),
  said: maybeText,
  /** The address that was connected to. */
  address: maybeText,
  headers: z.nullable(z.record(text, text)),
  /** The body that was sent; null when nothing was sent, or when its record was erased since. */
  body: maybeText,
  status: z.nullable(z.number()),
  /** The beginning of the response. */
  answer: maybeText,
  tookMs: z.nullable(z.number()),
});
export type WebhookTry = z.infer<typeof webhookTry>;

const webhookList = z.object({ endpoints: z.array(webhookEndpoint), serverNow: time });
const webhookRecord = z.object({
  /** Of the endpoint. */
  id: text,
  endpoint: webhookEndpoint,
  /** Newest first. */
  deliveries: z.array(webhookDelivery),
  nextCursor: maybeText,
  serverNow: time,
});
export type WebhookRecord = z.infer<typeof webhookRecord>;
const deliveryRecord = z.object({ delivery: webhookDelivery, tries: z.array(webhookTry) });
export type DeliveryRecord = z.infer<typeof deliveryRecord>;

const withSecret = z.object({ endpoint: webhookEndpoint, secret: text });

const { notFound, noDelivery, pressTaken, badName, badUrl, notHttps, privateAddress, noEvents, tooMany, isDisabled } =
  connectionRefusals;
/**
 * A random id that the page makes for one press and does not show. A repeated press with the same id gets the same thing and
 * secret. A page of an earlier build sends none.
 */
const press = z.optional(id);
const fields = {
  name: atMost(webhookLimits.name),
  url: atMost(webhookLimits.url),
  events: z.array(event).check(z.maxLength(webhookEventNames.length)),
};
const fieldRefusals = { badName, badUrl, notHttps, privateAddress, noEvents };
/** 409: somebody else has changed the endpoint; the body is its current state. */
const endpointOrChanged = { 200: webhookEndpoint, 409: webhookEndpoint } as const;

export const listWebhooks = reads('manageKeys', '/api/desk/connections/webhooks', {
  summary: 'The endpoints that webhooks go to',
  responses: { 200: webhookList },
});

export const addWebhook = freshWrites('manageKeys', '/api/desk/connections/webhooks', {
  summary: 'Add an endpoint. The answer has its secret, this once',
  body: z.object({ press, ...fields }),
  responses: { 200: withSecret },
  refusals: { ...fieldRefusals, pressTaken, tooManyEndpoints: tooMany },
});

export const viewWebhook = reads('manageKeys', '/api/desk/connections/webhooks/:id', {
  summary: 'An endpoint with what was sent to it',
  query: z.object({ cursor: z.optional(atMost(200)) }),
  responses: { 200: webhookRecord },
  refusals: { notFound, badCursor: listRefusals.badCursor },
});

/** A changed address receives what the earlier one received, so it needs a fresh proof just like a new endpoint. */
export const editWebhook = freshWrites('manageKeys', '/api/desk/connections/webhooks/:id', {
  summary: 'Change the name, the address or the events of an endpoint',
  body: z.object({ ...fields, version }),
  responses: endpointOrChanged,
  refusals: { ...fieldRefusals, notFound },
});

export const rotateWebhookSecret = freshWrites('manageKeys', '/api/desk/connections/webhooks/:id/rotate', {
  summary: 'Make a new secret. The one that the receiver has signs beside it for a day',
  body: z.object({ version: z.optional(version) }),
  responses: { 200: withSecret, 409: webhookEndpoint },
  refusals: { notFound },
});

export const switchWebhook = writes('manageKeys', '/api/desk/connections/webhooks/:id/switch', {
  summary: 'Disable an endpoint, or let it have events again',
  body: z.object({ version, on: z.boolean() }),
  responses: endpointOrChanged,
  refusals: { notFound },
});

export const removeWebhook = writes('manageKeys', '/api/desk/connections/webhooks/:id/remove', {
  summary: 'Remove an endpoint. What waits for it is not sent',
  responses: { 204: z.null() },
  refusals: { notFound },
});

export const testWebhook = writes('manageKeys', '/api/desk/connections/webhooks/:id/test', {
  summary: 'Send a test event to an endpoint',
  responses: { 200: z.object({ deliveryId: text }) },
  refusals: { notFound, isDisabled },
});

export const replayFailed = writes('manageKeys', '/api/desk/connections/webhooks/:id/replay', {
  summary: 'Send everything again that an endpoint did not take',
  responses: { 200: z.object({ count: z.number() }) },
  refusals: { notFound, isDisabled },
});

export const viewDelivery = reads('manageKeys', '/api/desk/connections/webhooks/:id/deliveries/:delivery', {
  summary: 'One delivery with the request and the answer of each try',
  responses: { 200: deliveryRecord },
  refusals: { notFound, noDelivery },
});

export const replayDelivery = writes('manageKeys', '/api/desk/connections/webhooks/:id/deliveries/:delivery/replay', {
  summary: 'Send one delivery again, with the same webhook-id',
  /** 409: it is being sent at this moment, so nothing was changed. */
  responses: { 200: deliveryRecord, 409: deliveryRecord },
  refusals: { notFound, noDelivery, isDisabled },
});

const apiToken = z.object({
  id: text,
  name: text,
  scopes: z.array(z.enum(apiScopeNames)),
  state: z.enum(['live', 'expired', 'revoked']),
  createdAt: time,
  createdBy: maybeText,
  expiresAt: time,
  /** Accurate to the minute. */
  lastUsedAt: maybeTime,
  revokedAt: maybeTime,
});
export type ApiTokenRow = z.infer<typeof apiToken>;

const { noToken, ...makingRefusals } = tokenRefusals;
const tokenList = z.object({ tokens: z.array(apiToken), serverNow: time });

export const listTokens = reads('manageKeys', '/api/desk/connections/tokens', {
  summary: 'The tokens with which programs read',
  responses: { 200: tokenList },
});

export const makeToken = freshWrites('manageKeys', '/api/desk/connections/tokens', {
  summary: 'Make a token. The answer has it, this once',
  body: z.object({
    press,
    name: atMost(apiLimits.tokenName),
    scopes: z.array(z.enum(apiScopeNames)).check(z.maxLength(apiScopeNames.length)),
    days: z.literal([...apiTokenDays]),
  }),
  responses: { 200: z.object({ id: text, token: text }) },
  refusals: makingRefusals,
});

export const revokeToken = writes('manageKeys', '/api/desk/connections/tokens/:id/revoke', {
  summary: 'End a token at once',
  responses: { 200: tokenList },
  refusals: { notFound: noToken },
});
