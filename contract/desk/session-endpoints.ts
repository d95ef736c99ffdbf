/**
 * Sign-in to the desk: endpoints and schemas. What a link opens is in `link-endpoints.ts`, a person's own account in
 * `account-endpoints.ts`; `session.ts` has what needs no schema.
 *
 * A session is a cookie that no script can read. `GET /api/desk/session` says where the browser stands. Every step of a sign-in
 * responds with the same view (`session-view-endpoints.ts`), and a page shows what the newest view says:
 *
 *     none -> second-factor -> signed-in                       signIn, giveSecondFactor
 *     none -> signed-in                                        signInWithPasskey
 *     none -> enrol -> signed-in                               setUp, recoverAccount; then addTotp or addPasskey
 *     none -> enrol -> waiting-for-confirmation -> signed-in   acceptInvitation; then the inviter confirms; enter
 *     none -> second-factor -> signed-in                       resetPassword
 *     signed-in <-> locked                                     lock, unlock; by itself after 30 idle minutes on shift
 *
 * The cookie gets a new value each time it allows more. Reading and streaming are no proof that the person is there: the desk calls
 * `stayActive` when keys or pointers moved, at most once a minute. Every other write is such a proof as well.
 */
import * as z from 'zod/mini';
import { writes } from './desk-endpoint.ts';
import { signInRefusals } from './session.ts';
import { password, short, token, typedCode, view, webauthn, webauthnOptions } from './session-schemas.ts';

const { wrongPassword, wrongFactor, tooManyTries, httpsNeeded, deadLink, deviceLinkNeeded, linkNeeded, noMail } =
  signInRefusals;

export const signIn = writes('anyone', '/api/desk/session/sign-in', {
  summary: 'Give the first factor: e-mail address and password',
  body: z.object({ email: short, password }),
  responses: view,
  refusals: { wrongPassword, tooManyTries, linkNeeded, httpsNeeded },
});

/**
 * The options for `navigator.credentials.get`. While nobody is signed in they are for a passkey alone, which the browser offers by
 * itself (discoverable, also `mediation: 'conditional'`). After the first factor, when locked, and for a fresh proof they name the
 * person's own passkeys. A challenge works once and for five minutes.
 */
export const askPasskey = writes('anyone', '/api/desk/session/passkey-options', {
  summary: 'The options to prove a passkey with',
  responses: { 200: webauthnOptions },
  refusals: { httpsNeeded },
});

export const signInWithPasskey = writes('anyone', '/api/desk/session/passkey', {
  summary: 'Sign in with a passkey alone',
  body: z.object({ response: webauthn }),
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries, httpsNeeded },
});

export const giveSecondFactor = writes('first-factor', '/api/desk/session/second-factor', {
  summary: 'Give the second factor',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('totp'), code: typedCode }),
    z.object({ kind: z.literal('recovery-code'), code: typedCode }),
    z.object({ kind: z.literal('passkey'), response: webauthn }),
  ]),
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries, deviceLinkNeeded },
});

/**
 * Mails a link that lets this unknown device try codes again. At most one in five minutes is sent; the response is always the same.
 */
export const askDeviceLink = writes('first-factor', '/api/desk/session/device-link', {
  summary: 'Have a link mailed that lets this device try codes',
  responses: { 204: z.null() },
  refusals: { noMail },
});

/** Uses the device link, in the browser that has given the first factor. */
export const openDeviceLink = writes('first-factor', '/api/desk/session/device-link/open', {
  summary: 'Let this device try codes',
  body: z.object({ token }),
  responses: view,
  refusals: { deadLink },
});

/** Ends the session in this browser. It clears nothing else, because the public site may hold a lead that waits to be sent. */
export const signOut = writes({ staff: 'anyone', replaced: true }, '/api/desk/session/sign-out', {
  summary: 'Sign out',
  responses: { 204: z.null() },
});

/** A proof that the signed-in person is still there. */
const proofBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password }),
  z.object({ kind: z.literal('totp'), code: typedCode }),
  z.object({ kind: z.literal('passkey'), response: webauthn }),
]);
export type ProofBody = z.infer<typeof proofBody>;
const proof = {
  body: proofBody,
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries },
} as const;

/** Gives a fresh proof, which lasts for five minutes. */
export const proveAgain = writes('signed-in', '/api/desk/session/proof', {
  summary: 'Prove a factor again',
  ...proof,
});

export const lock = writes({ staff: 'signed-in', locked: true }, '/api/desk/session/lock', {
  summary: 'Lock the desk: only ringing arrives until it is unlocked',
  responses: view,
});

export const unlock = writes({ staff: 'signed-in', locked: true }, '/api/desk/session/unlock', {
  summary: 'Unlock the desk',
  ...proof,
});
