/** A signed-in person's own account: sessions, factors and password. The steps of signing in are in `session-endpoints.ts`. */
import * as z from 'zod/mini';
import { changesAt, maybeTime, text, time } from '../schemas.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { signInRefusals } from './session.ts';
import { newPassword, password, short, typedCode, view, webauthn, webauthnOptions } from './session-schemas.ts';
import { sessionView } from './session-view-endpoints.ts';

const { wrongFactor, tooManyTries, lastFactor, otherApp, passwordChanged, codesRenewed } = signInRefusals;

const staffSession = z.object({
  id: text,
  /** Whether it is the caller's current session. */
  own: z.boolean(),
  /** The browser and the system, as far as the browser tells: `Firefox on Windows`. */
  device: text,
  signedInAt: time,
  activeAt: time,
  locked: z.boolean(),
});

export const listSessions = reads('signed-in', '/api/desk/account/sessions', {
  summary: 'Where the caller is signed in',
  responses: { 200: z.object({ sessions: z.array(staffSession), ...changesAt }) },
});

export const revokeSession = writes('signed-in', '/api/desk/account/sessions/:id/revoke', {
  summary: 'End one of the caller’s sessions',
  responses: { 204: z.null() },
  refusals: { notFound: { status: 404, text: 'This session has ended already.' } },
});

/** `seen`: when the newest session that the page showed began. Those that began later stay. A page of an earlier build leaves it out. */
export const revokeOtherSessions = writes('signed-in', '/api/desk/account/sessions/revoke-others', {
  summary: 'End the caller’s other sessions',
  body: z.object({ seen: z.optional(time) }),
  responses: { 200: z.object({ ended: z.number() }) },
});

const accountFactors = z.object({
  passwordChangedAt: time,
  /** When the app was added; null when there is none. */
  totpAddedAt: z.nullable(time),
  passkeys: z.array(z.object({ id: text, name: text, addedAt: time, usedAt: z.nullable(time), synced: z.boolean() })),
  recoveryCodesLeft: z.number(),
});
export type AccountFactors = z.infer<typeof accountFactors>;

export const viewFactors = reads('enrolling', '/api/desk/account/factors', {
  summary: 'The caller’s second factors',
  responses: { 200: accountFactors },
});

/** `recoveryCodes` are ten codes, shown only here, when the account had none; otherwise null. */
const added = z.object({ recoveryCodes: z.nullable(z.array(text)), session: sessionView });

/** Makes a new secret. It has no effect until `addTotp` proves that the app has it. */
export const beginTotp = freshWrites('enrolling', '/api/desk/account/totp/begin', {
  summary: 'Begin to add an authenticator app',
  /** `secret` is in base 32, to be typed; `uri` is `otpauth://totp/…`, for a QR code that the page draws itself. */
  responses: { 200: z.object({ secret: text, uri: text }) },
});

/** Replaces any earlier secret with the new one. */
export const addTotp = freshWrites('enrolling', '/api/desk/account/totp', {
  summary: 'Add the authenticator app, with its first code',
  body: z.object({ code: typedCode }),
  responses: { 200: added },
  refusals: { wrongFactor, tooManyTries },
});

/** `seen`: the `totpAddedAt` that the page showed. A page of an earlier build leaves it out. */
export const removeTotp = freshWrites('signed-in', '/api/desk/account/totp/remove', {
  summary: 'Remove the authenticator app',
  body: z.object({ seen: z.optional(time) }),
  responses: { 200: accountFactors },
  refusals: { lastFactor, otherApp },
});

/** The options for `navigator.credentials.create`. */
export const beginPasskey = freshWrites('enrolling', '/api/desk/account/passkeys/options', {
  summary: 'Begin to add a passkey',
  responses: { 200: webauthnOptions },
});

export const addPasskey = freshWrites('enrolling', '/api/desk/account/passkeys', {
  summary: 'Add a passkey',
  body: z.object({ name: short, response: webauthn }),
  bodyLimitBytes: 65_536,
  responses: { 200: added },
  refusals: { wrongFactor },
});

export const removePasskey = freshWrites('signed-in', '/api/desk/account/passkeys/:id/remove', {
  summary: 'Remove a passkey',
  responses: { 200: accountFactors },
  refusals: { lastFactor, notFound: { status: 404, text: 'This passkey is not one of yours.' } },
});

/** Makes ten new codes, shown only here. The old ones end. `seen`: the `recoveryCodesMadeAt` that the page knew of; as for `removeTotp`. */
export const renewRecoveryCodes = freshWrites('signed-in', '/api/desk/account/recovery-codes', {
  summary: 'Make new recovery codes',
  body: z.object({ seen: z.optional(maybeTime) }),
  responses: { 200: z.object({ recoveryCodes: z.array(text) }) },
  refusals: { codesRenewed },
});

/**
 * The person says that they have kept their recovery codes, of which the page knows one. Until then the answer that brought the codes
 * may have been lost, and the desk asks to make new ones.
 */
export const keepRecoveryCodes = writes('enrolling', '/api/desk/account/recovery-codes/kept', {
  summary: 'Say that the recovery codes are kept',
  body: z.object({ code: typedCode }),
  responses: view,
});

/**
 * Ends every other session of the caller. `seen`: the `passwordChangedAt` that the page showed. A page of an earlier build leaves it out,
 * and gets 204.
 */
export const changePassword = freshWrites('signed-in', '/api/desk/account/password', {
  summary: 'Change the password',
  body: z.object({ password, seen: z.optional(time) }),
  responses: { 200: accountFactors, 204: z.null() },
  refusals: { ...newPassword, passwordChanged },
});
