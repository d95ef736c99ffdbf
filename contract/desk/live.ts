/** What the console follows live, without a schema library. The endpoints are in `live-endpoints.ts`. */
import { requestTimings } from '../agent-request.ts';

export const deskStreamPath = '/api/desk/stream';

/** What a change can be about. A page that shows something of a topic reads it again. */
export type DeskTopic =
  | 'board'
  | 'people'
  | 'presence'
  | 'audit'
  | 'rings'
  | 'settings'
  | 'leads'
  | 'dealerships'
  | 'schedule'
  | 'messages'
  | 'records'
  | 'connections'
  /** The sessions and factors of one person's account. */
  | 'account'
  /** The counts of the navigation that no other topic announces. */
  | 'counts';

/**
 * The stream (`text/event-stream`). Its events, each with JSON as data:
 * - `changed`, a `Changed`: these things are not as they were. The first event of every stream has `everything: true`: whoever
 *   connects again may have missed anything;
 * - `ring`, a `Rings`: who rings for this person now, sent when it changes and again every `ringAgainMs` while something
 *   rings that the person has not seen. An empty list ends the ringing;
 * - `locked` and `unlocked`: the session was locked, and gets `ring` alone until it is unlocked;
 * - `signed-out`: the session is over. The server closes the stream; do not connect again.
 *
 * A comment comes every `heartbeatMs`; without one for twice that long, connect again.
 */
export const deskEvents = {
  changed: 'changed',
  ring: 'ring',
  locked: 'locked',
  unlocked: 'unlocked',
  signedOut: 'signed-out',
} as const;

export const deskTimings = {
  heartbeatMs: 15_000,
  /** How often a `ring` event is repeated. Each event plays the sound, because the timers of a hidden tab sleep. */
  ringAgainMs: 4000,
  /** Times of the second and third stage of a ring, counted from the first. */
  ringAgainAfterMs: 60_000,
  ringAdminsAfterMs: 120_000,
  /** How often a device gets a push about a ring that its person has not seen. */
  pushAgainMs: 20_000,
} as const;

/** A changed thing of a topic. `id` names it (a request, a person); null when it is no single thing. */
export interface ChangedThing {
  readonly topic: DeskTopic;
  readonly id: string | null;
}

/** The data of a `changed` event. With `everything` the list is empty. */
export interface Changed {
  readonly topics: readonly ChangedThing[];
  readonly everything?: true;
}

/**
 * When a ring is over at the latest, if no event says so: its request ends then by itself. A request that was closing for a while
 * ends that much later, which only the server knows.
 *
 * @param ring `askedAt`: when the current wait began
 */
export const ringEndsAtMs = ({ askedAt }: { readonly askedAt: string }): number =>
  Date.parse(askedAt) + requestTimings.expireAfterMs;

/** Whether somebody takes requests at this moment. */
export const presenceNames = {
  available: 'Available',
  'in-deal': 'In a deal',
  'wrap-up': 'Wrap-up',
  away: 'Away',
} as const;
export type Presence = keyof typeof presenceNames;
export const presences = Object.keys(presenceNames) as [Presence, ...Presence[]];

/** A ring's stage: 1 at once, 2 after a minute, 3 after two minutes, or at once while nobody is available. */
export type RingStage = 1 | 2 | 3;

/**
 * What a push carries, as JSON: the id of a request that rings, or the channel whose messages fail while nobody has the desk open.
 * The page reads the rest from the server.
 */
export type PushPayload = { readonly ring: string } | { readonly failed: 'mail' | 'sms' };

export const liveRefusals = {
  /** With `Retry-After` in seconds. */
  tooManyStreams: {
    status: 429,
    text: 'You have the desk open in too many windows. Close one, and load this one again.',
  },
  noSuchRing: { status: 404, text: 'This request does not ring for you any more' },
  pushHost: { status: 422, text: 'The push service of this browser is not on the list of those that we use' },
} as const;
