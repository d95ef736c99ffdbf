/**
 * Where a browser stands at the desk: what the console asks before it shows anything, and its sign of life. It is a file of its own
 * because the first load needs nothing else of the sign-in.
 */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { maybeTime, text, time } from '../schema-words.ts';
import { type Permission, permissions } from './permissions.ts';

export const secondFactors = ['totp', 'passkey', 'recovery-code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

const person = z.object({ id: text, name: text, email: text });

/** Where a browser stands. */
export const sessionView = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('none'),
    /** No admin exists yet: the desk says how to get the set-up link. */
    setUpNeeded: z.boolean(),
    /** Plain http on another host than localhost: nobody can sign in here, and the page says why. */
    httpsNeeded: z.boolean(),
  }),
  z.object({
    state: z.literal('second-factor'),
    methods: z.array(z.enum(secondFactors)),
    /** `needed`: `totp` is refused on this device until its person opens a link in it. */
    deviceLink: z.enum(['not-needed', 'needed']),
    /** Whether `askDeviceLink` can mail one; otherwise an admin has to make it. */
    canMail: z.boolean(),
  }),
  z.object({ state: z.literal('enrol'), person }),
  z.object({
    state: z.literal('waiting-for-confirmation'),
    person,
    /** Who invited them, to be told the code by telephone or face to face. */
    inviter: text,
    /** Six digits, which the inviter types to confirm that it is this person who accepted. */
    code: text,
    /** The inviter has confirmed: call `enter`. */
    confirmed: z.boolean(),
  }),
  z.object({
    state: z.literal('locked'),
    person,
    methods: z.array(z.enum(['password', 'totp', 'passkey'])),
    expiresAt: time,
    serverNow: time,
  }),
  z.object({
    state: z.literal('signed-in'),
    person,
    sessionId: text,
    /** What the person may do. The role itself stays at the server. */
    can: z.record(z.enum(permissions as [Permission, ...Permission[]]), z.boolean()),
    /** On shift: an idle desk is locked instead of signed out. */
    locksWhenIdle: z.boolean(),
    /** Until then what needs a fresh proof is done without asking; null when no proof is fresh. */
    provedUntil: maybeTime,
    recoveryCodesLeft: z.number(),
    expiresAt: time,
    serverNow: time,
  }),
]);
export type SessionView = z.infer<typeof sessionView>;

/** Where this browser stands. Always 200, and no sign of the person. */
export const viewDeskSession = endpoint({
  tag: 'desk',
  method: 'GET',
  path: '/api/desk/session',
  summary: 'Where this browser stands',
  auth: { staff: 'anyone' },
  responses: { 200: sessionView },
});

/** A sign of the person: keys or pointers moved. */
export const stayActive = endpoint({
  tag: 'desk',
  auth: { staff: 'signed-in' },
  method: 'POST',
  path: '/api/desk/session/active',
  summary: 'Tell that the person is there',
  body: z.object({}),
  responses: { 204: z.null() },
});
