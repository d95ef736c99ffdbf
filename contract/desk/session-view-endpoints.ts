/**
 * Where a browser stands at the desk: the first request of the console, and its sign of life. A file of its own, because the first
 * load needs nothing else of the sign-in.
 */
import * as z from 'zod/mini';
import { maybeTime, text, time } from '../schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { permissions } from './permissions.ts';

const secondFactors = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

const person = z.object({ id: text, name: text, email: text });

const proofWays = z.array(z.enum(['password', 'totp', 'passkey']));

/** Where a browser stands. */
export const sessionView = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('none'),
    /** No admin exists yet: the desk says how to get the set-up link. */
    setUpNeeded: z.boolean(),
    /** The page uses plain http on a host other than localhost: nobody can sign in there, and the page says why. */
    httpsNeeded: z.boolean(),
  }),
  z.object({
    state: z.literal('second-factor'),
    methods: z.array(z.enum(secondFactors)),
    /** `needed`: this device refuses `totp` until its person opens a link in it. */
    deviceLink: z.enum(['not-needed', 'needed']),
    /** Whether `askDeviceLink` can mail a link; otherwise an admin has to make it. */
    canMail: z.boolean(),
  }),
  z.object({ state: z.literal('enrol'), person }),
  z.object({
    state: z.literal('waiting-for-confirmation'),
    person,
    /** The inviter's name. The person tells them the code by telephone or face to face. */
    inviter: text,
    /** Six digits. The inviter types them to confirm that this person accepted. */
    code: text,
    /** Whether the inviter has confirmed. Then call `enter`. */
    confirmed: z.boolean(),
  }),
  z.object({
    state: z.literal('locked'),
    person,
    methods: proofWays,
    expiresAt: time,
    serverNow: time,
  }),
  z.object({
    state: z.literal('signed-in'),
    person,
    sessionId: text,
    /** The caller's permissions. The role itself is not sent. */
    can: z.record(z.enum(permissions), z.boolean()),
    /** Whether an idle desk is locked instead of signed out. True while the person is on shift. */
    locksWhenIdle: z.boolean(),
    /** The ways in which the person can prove that it is they. */
    methods: z.optional(proofWays),
    /** The time until which a proof counts as fresh; null when none is fresh. */
    provedUntil: maybeTime,
    recoveryCodesLeft: z.number(),
    /** Whether the person has recovery codes that they have not said to be kept: perhaps nobody ever saw them. */
    recoveryCodesUnkept: z.optional(z.boolean()),
    /** When the recovery codes were made; null when there are none. */
    recoveryCodesMadeAt: z.optional(maybeTime),
    expiresAt: time,
    serverNow: time,
  }),
]);
export type SessionView = z.infer<typeof sessionView>;

/** The view of this browser. Always 200. The call does not count as a sign of the person. */
export const viewDeskSession = reads('anyone', '/api/desk/session', {
  summary: 'Where this browser stands',
  responses: { 200: sessionView },
});

/** A sign that the person is there: keys or pointers moved. */
export const stayActive = writes('signed-in', '/api/desk/session/active', {
  summary: 'Tell that the person is there',
  responses: { 204: z.null() },
});
