/**
 * The live endpoints of the console and their schemas: the event stream, presence, rings, and the subscriptions of Web Push.
 * `live.ts` has what needs no schema.
 *
 * Reads that every open console repeats at each change have no limit for each address: an office shares one address, and counting
 * each read would cost the database more than the read, which all consoles share. A call without a session costs only the lookup of
 * its cookie.
 *
 * Endpoints with `locked` also answer a locked session: it may hear a ring and say that it was seen.
 */
import * as z from 'zod/mini';
import { atMost, maybeTime, text, time } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { deskStreamPath, liveRefusals, presences } from './live.ts';

const presence = z.enum(presences);

/** A request that rings for a person, who has not marked it as seen at this stage. */
const ring = z.object({
  requestId: text,
  stage: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** When the current wait began: when the request was made, or handed back. */
  askedAt: time,
});
export type Ring = z.infer<typeof ring>;

/** The data of a `ring` event, and the response of the endpoints about rings. Longest waiting first. */
export const rings = z.object({ rings: z.array(ring), serverNow: time });
export type Rings = z.infer<typeof rings>;

/** A person who takes requests. */
const presentPerson = z.object({
  id: text,
  name: text,
  presence,
  /** When it was set; null for a person without an account, who is available while on shift. */
  since: maybeTime,
  onShift: z.boolean(),
  onCall: z.boolean(),
});
export type PresentPerson = z.infer<typeof presentPerson>;

const alsoLocked = { staff: 'signed-in', locked: true } as const;

export const followDesk = reads(alsoLocked, deskStreamPath, {
  limit: 'none',
  summary: 'What changes in the console, as an event stream',
  responses: { 200: text },
  refusals: { tooManyStreams: liveRefusals.tooManyStreams },
  cache: 'no-store, no-transform',
});

export const viewRings = reads(alsoLocked, '/api/desk/rings', {
  limit: 'none',
  summary: 'What rings for whoever asks',
  responses: { 200: rings },
});

/**
 * Marks the ring as seen: this stage is quiet for this person. `stage` and `askedAt` are those of the ring that the person saw; a
 * ring that was seen before a hand-back says nothing of the ring after it. A page of an earlier build leaves `askedAt` out.
 */
export const seeRing = writes(alsoLocked, '/api/desk/rings/:requestId/seen', {
  summary: 'Say that a ring was seen',
  body: z.object({ stage: z.union([z.literal(1), z.literal(2), z.literal(3)]), askedAt: z.optional(z.iso.datetime()) }),
  responses: { 200: rings },
  refusals: { notFound: liveRefusals.noSuchRing },
});

export const viewPresence = reads('signed-in', '/api/desk/presence', {
  limit: 'none',
  summary: 'Who takes requests at this moment',
  responses: { 200: z.object({ people: z.array(presentPerson) }) },
});

/**
 * Sets the caller's presence. `seen`: the `since` that the page showed. 409: it was set again since, so this press changed nothing; the
 * body says how it stands. A page of an earlier build leaves `seen` out.
 */
export const setPresence = writes('ownPresence', '/api/desk/presence', {
  summary: 'Switch the caller’s presence',
  body: z.object({ presence, seen: z.optional(maybeTime) }),
  responses: { 200: presentPerson, 409: presentPerson },
});

/** The key that a browser subscribes with (RFC 8292), in base64url. */
export const viewPushKey = reads('signed-in', '/api/desk/push', {
  summary: 'The public key for push subscriptions',
  responses: { 200: z.object({ publicKey: text }) },
});

/** The body is what `PushSubscription.toJSON()` returns. Subscribing the same endpoint again renews it. */
export const subscribePush = writes('signed-in', '/api/desk/push', {
  summary: 'Subscribe this browser to pushes',
  body: z.object({
    endpoint: z.url().check(z.maxLength(1000)),
    keys: z.object({ p256dh: atMost(200), auth: atMost(100) }),
  }),
  responses: { 204: z.null() },
  refusals: { pushHost: liveRefusals.pushHost },
});

/** Ends the subscription of this endpoint. An unknown endpoint counts as ended. */
export const unsubscribePush = writes('signed-in', '/api/desk/push/unsubscribe', {
  summary: 'End the subscription of this browser',
  body: z.object({ endpoint: atMost(1000) }),
  responses: { 204: z.null() },
});
