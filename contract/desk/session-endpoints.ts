/**
 * Sign-in to the desk, and a person's own account: endpoints and schemas. `session.ts` has what needs no schema.
 *
 * A session is a cookie that no script can read. `GET /api/desk/session` says where the browser stands; every step of a
 * sign-in answers with the same view (`session-view-endpoints.ts`), so a page shows what the newest view says:
 *
 *     none -> second-factor -> signed-in                       signIn, giveSecondFactor
 *     none -> signed-in                                        signInWithPasskey
 *     none -> enrol -> signed-in                               setUp, recoverAccount; then addTotp or addPasskey
 *     none -> enrol -> waiting-for-confirmation -> signed-in   acceptInvitation; then the inviter confirms; enter
 *     none -> second-factor -> signed-in                       resetPassword
 *     signed-in <-> locked                                     lock, unlock; by itself after 30 idle minutes on shift
 *
 * The cookie has a new value after each rise of what it allows. Reading is no sign of the person, and neither is a stream:
 * the desk calls `stayActive` when keys or pointers moved, at most once a minute. Every other write is a sign as well.
 */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { roles } from './permissions.ts';
import { signInRefusals } from './session.ts';
import { sessionView } from './session-view-endpoints.ts';

const text = z.string();
const time = z.iso.datetime();
const short = text.check(z.maxLength(200));
const token = text.check(z.maxLength(100));
const typedCode = text.check(z.maxLength(60));
/** No trimming and no rules here: the length is refused with its own text. */
const password = text.check(z.maxLength(2000));
const empty = z.object({});

const tag = 'desk';
const anyone = { tag, method: 'POST', auth: { staff: 'anyone' } } as const;
const firstFactor = { tag, method: 'POST', auth: { staff: 'first-factor' } } as const;
const signedIn = { tag, auth: { staff: 'signed-in' } } as const;
/** Needs no fresh proof while the account has no factor to prove. */
const enrolling = { tag, auth: { staff: 'enrolling', fresh: true } } as const;

/** A message of the browser's WebAuthn (Level 3, `PublicKeyCredential.toJSON()`), which its library checks. */
const webauthn = z.looseObject({ id: text, rawId: text, type: text, response: z.looseObject({}) });
/** What `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` takes. */
const webauthnOptions = z.looseObject({ challenge: text });

const view = { 200: sessionView } as const;

const { wrongPassword, wrongFactor, tooManyTries, httpsNeeded, deadLink, emailTaken, nameTaken, lastFactor } =
  signInRefusals;
const { deviceLinkNeeded, linkNeeded, noMail, passwordTooShort, passwordTooLong, passwordCommon } = signInRefusals;
const newPassword = { passwordTooShort, passwordTooLong, passwordCommon, tooManyTries } as const;

export const signIn = endpoint({
  ...anyone,
  path: '/api/desk/session/sign-in',
  summary: 'Give the first factor: e-mail address and password',
  body: z.object({ email: short, password }),
  responses: view,
  refusals: { wrongPassword, tooManyTries, linkNeeded, httpsNeeded },
});

/**
 * The options for `navigator.credentials.get`. While nobody is signed in they are for a passkey alone, which the browser offers
 * by itself (discoverable, also `mediation: 'conditional'`); after the first factor, when locked, and for a fresh proof they
 * name the person's own passkeys. A challenge works once and for five minutes.
 */
export const askPasskey = endpoint({
  ...anyone,
  path: '/api/desk/session/passkey-options',
  summary: 'The options to prove a passkey with',
  body: empty,
  responses: { 200: webauthnOptions },
  refusals: { httpsNeeded },
});

export const signInWithPasskey = endpoint({
  ...anyone,
  path: '/api/desk/session/passkey',
  summary: 'Sign in with a passkey alone',
  body: z.object({ response: webauthn }),
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries, httpsNeeded },
});

export const giveSecondFactor = endpoint({
  ...firstFactor,
  path: '/api/desk/session/second-factor',
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

/** Mails the link that lets this unknown device try codes again. At most one in five minutes is sent; it answers alike. */
export const askDeviceLink = endpoint({
  ...firstFactor,
  path: '/api/desk/session/device-link',
  summary: 'Have a link mailed that lets this device try codes',
  body: empty,
  responses: { 204: z.null() },
  refusals: { noMail },
});

/** Uses the device link, in the browser that has given the first factor. */
export const openDeviceLink = endpoint({
  ...firstFactor,
  path: '/api/desk/session/device-link/open',
  summary: 'Let this device try codes',
  body: z.object({ token }),
  responses: view,
  refusals: { deadLink },
});

/** Ends the session in this browser. It clears nothing else: the public site may hold a lead that waits to be sent. */
export const signOut = endpoint({
  ...anyone,
  path: '/api/desk/session/sign-out',
  summary: 'Sign out',
  body: empty,
  responses: { 204: z.null() },
});

/** What a link is for, so that its page shows the right form. Uses nothing up. */
export const lookAtLink = endpoint({
  ...anyone,
  path: '/api/desk/links/look',
  summary: 'What a link is for',
  body: z.object({ token }),
  responses: {
    200: z.object({
      kind: z.enum(['set-up', 'invitation', 'password-reset', 'recovery', 'device']),
      /** What is known of the person that it is for. */
      name: z.nullable(text),
      email: z.nullable(text),
      expiresAt: time,
    }),
  },
  refusals: { deadLink },
});

/** The first admin. Answers with `enrol`. */
export const setUp = endpoint({
  ...anyone,
  path: '/api/desk/set-up',
  summary: 'Become the first admin, with the set-up link',
  body: z.object({ token, name: short, email: short, password }),
  responses: view,
  refusals: {
    deadLink,
    emailTaken,
    nameTaken,
    httpsNeeded,
    badEmail: { status: 422, text: 'This is no e-mail address.' },
    ...newPassword,
  },
});

/** Answers with `enrol`; then the account waits for the inviter. */
export const acceptInvitation = endpoint({
  ...anyone,
  path: '/api/desk/invitations/accept',
  summary: 'Accept an invitation',
  body: z.object({ token, name: short, password }),
  responses: view,
  refusals: { deadLink, httpsNeeded, ...newPassword },
});

/** After the inviter has confirmed. */
export const enter = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/session/enter',
  summary: 'Go on after the inviter has confirmed',
  auth: { staff: 'enrolling' },
  body: empty,
  responses: view,
});

/** Mails a link when the address is an account's. Answers alike for every address. */
export const forgotPassword = endpoint({
  ...anyone,
  path: '/api/desk/password/forgotten',
  summary: 'Have a link mailed to set a new password',
  body: z.object({ email: short }),
  responses: { 204: z.null() },
});

/** Answers with `second-factor`; the password changes and every other session ends once that is given. */
export const resetPassword = endpoint({
  ...anyone,
  path: '/api/desk/password/reset',
  summary: 'Set a new password with a mailed link',
  body: z.object({ token, password }),
  responses: view,
  refusals: { deadLink, httpsNeeded, ...newPassword },
});

/** With a link of `npm run staff -- recover`: a new password, then new factors. Answers with `enrol`. */
export const recoverAccount = endpoint({
  ...anyone,
  path: '/api/desk/recovery',
  summary: 'Get back into an account whose factors are lost',
  body: z.object({ token, password }),
  responses: view,
  refusals: { deadLink, httpsNeeded, ...newPassword },
});

/** What proves once more that the signed-in person is there. */
export const proofBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password }),
  z.object({ kind: z.literal('totp'), code: typedCode }),
  z.object({ kind: z.literal('passkey'), response: webauthn }),
]);
export type ProofBody = z.infer<typeof proofBody>;

/** For five minutes what needs a fresh proof is done without asking. */
export const proveAgain = endpoint({
  ...signedIn,
  method: 'POST',
  path: '/api/desk/session/proof',
  summary: 'Prove a factor again',
  body: proofBody,
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries },
});

export const lock = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/session/lock',
  summary: 'Lock the desk: only ringing arrives until it is unlocked',
  auth: { staff: 'signed-in', locked: true },
  body: empty,
  responses: view,
});

export const unlock = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/session/unlock',
  summary: 'Unlock the desk',
  auth: { staff: 'signed-in', locked: true },
  body: proofBody,
  bodyLimitBytes: 16_384,
  responses: view,
  refusals: { wrongFactor, tooManyTries },
});

export const staffSession = z.object({
  id: text,
  /** The one that asks. */
  own: z.boolean(),
  /** The browser and the system, as far as it says: `Firefox on Windows`. */
  device: text,
  signedInAt: time,
  activeAt: time,
  locked: z.boolean(),
});
export type StaffSession = z.infer<typeof staffSession>;

export const listSessions = endpoint({
  ...signedIn,
  method: 'GET',
  path: '/api/desk/account/sessions',
  summary: 'Where one is signed in',
  responses: { 200: z.object({ sessions: z.array(staffSession) }) },
});

export const revokeSession = endpoint({
  ...signedIn,
  method: 'POST',
  path: '/api/desk/account/sessions/:id/revoke',
  summary: 'End one of the own sessions',
  body: empty,
  responses: { 204: z.null() },
  refusals: { notFound: { status: 404, text: 'This session has ended already.' } },
});

export const revokeOtherSessions = endpoint({
  ...signedIn,
  method: 'POST',
  path: '/api/desk/account/sessions/revoke-others',
  summary: 'End every other session of one’s own',
  body: empty,
  responses: { 200: z.object({ ended: z.number() }) },
});

export const accountFactors = z.object({
  /** Since when; null when there is none. */
  totpAddedAt: z.nullable(time),
  passkeys: z.array(z.object({ id: text, name: text, addedAt: time, usedAt: z.nullable(time), synced: z.boolean() })),
  recoveryCodesLeft: z.number(),
});
export type AccountFactors = z.infer<typeof accountFactors>;

export const viewFactors = endpoint({
  tag,
  method: 'GET',
  path: '/api/desk/account/factors',
  summary: 'The second factors of one’s own',
  auth: { staff: 'enrolling' },
  responses: { 200: accountFactors },
});

/** `recoveryCodes` are ten, shown this once, when the account had none; otherwise null. */
const added = z.object({ recoveryCodes: z.nullable(z.array(text)), session: sessionView });

/** A new secret. It counts for nothing until `addTotp` proves that the app has it. */
export const beginTotp = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/api/desk/account/totp/begin',
  summary: 'Begin to add an authenticator app',
  body: empty,
  /** `secret` in base 32, to be typed; `uri` is `otpauth://totp/…`, for a QR code that the page draws itself. */
  responses: { 200: z.object({ secret: text, uri: text }) },
});

/** Puts the new secret in the place of any earlier one. */
export const addTotp = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/api/desk/account/totp',
  summary: 'Add the authenticator app, with its first code',
  body: z.object({ code: typedCode }),
  responses: { 200: added },
  refusals: { wrongFactor, tooManyTries },
});

export const removeTotp = endpoint({
  ...signedIn,
  auth: { staff: 'signed-in', fresh: true },
  method: 'POST',
  path: '/api/desk/account/totp/remove',
  summary: 'Remove the authenticator app',
  body: empty,
  responses: { 200: accountFactors },
  refusals: { lastFactor },
});

/** The options for `navigator.credentials.create`. */
export const beginPasskey = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/api/desk/account/passkeys/options',
  summary: 'Begin to add a passkey',
  body: empty,
  responses: { 200: webauthnOptions },
});

export const addPasskey = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/api/desk/account/passkeys',
  summary: 'Add a passkey',
  body: z.object({ name: short, response: webauthn }),
  bodyLimitBytes: 65_536,
  responses: { 200: added },
  refusals: { wrongFactor },
});

export const removePasskey = endpoint({
  ...signedIn,
  auth: { staff: 'signed-in', fresh: true },
  method: 'POST',
  path: '/api/desk/account/passkeys/:id/remove',
  summary: 'Remove a passkey',
  body: empty,
  responses: { 200: accountFactors },
  refusals: { lastFactor, notFound: { status: 404, text: 'This passkey is not one of yours.' } },
});

/** Ten new ones, shown this once. The old ones end. */
export const renewRecoveryCodes = endpoint({
  ...signedIn,
  auth: { staff: 'signed-in', fresh: true },
  method: 'POST',
  path: '/api/desk/account/recovery-codes',
  summary: 'Make new recovery codes',
  body: empty,
  responses: { 200: z.object({ recoveryCodes: z.array(text) }) },
});

/** Ends every other session of one's own. */
export const changePassword = endpoint({
  ...signedIn,
  auth: { staff: 'signed-in', fresh: true },
  method: 'POST',
  path: '/api/desk/account/password',
  summary: 'Change the password',
  body: z.object({ password }),
  responses: { 204: z.null() },
  refusals: newPassword,
});

const noSuchInvitation = { status: 404, text: 'This invitation has ended.' } as const;

export const invitation = z.object({
  id: text,
  personId: text,
  name: text,
  email: text,
  role: z.enum(roles),
  invitedBy: text,
  createdAt: time,
  expiresAt: time,
  /** `accepted`: somebody has opened it, set a password and added a factor, and waits. */
  state: z.enum(['open', 'accepted']),
  /** Who accepted it, as they say themselves. */
  acceptedName: z.nullable(text),
  acceptedAt: z.nullable(time),
});
export type Invitation = z.infer<typeof invitation>;

/** Invitations that are open or wait to be confirmed. */
export const listInvitations = endpoint({
  tag,
  method: 'GET',
  path: '/api/desk/invitations',
  summary: 'Invitations that are not finished',
  auth: { staff: 'managePeople' },
  responses: { 200: z.object({ invitations: z.array(invitation) }) },
});

/**
 * Invites somebody who is in the list of people already (`personId`), or somebody new. A second invitation of a person
 * withdraws the first.
 */
export const invite = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/invitations',
  summary: 'Invite somebody to the desk',
  auth: { staff: 'managePeople', fresh: true },
  body: z.object({
    personId: z.nullable(text),
    name: short,
    email: short,
    role: z.enum(roles),
    /** `link`: the answer carries the link, to be handed over. `mail` needs a mail server. */
    by: z.enum(['mail', 'link']),
  }),
  responses: { 200: z.object({ invitation, link: z.nullable(text) }) },
  refusals: {
    emailTaken,
    nameTaken,
    noMail,
    badEmail: { status: 422, text: 'This is no e-mail address.' },
    hasAccount: { status: 409, text: 'This person has an account already.' },
    notFound: { status: 404, text: 'There is no such person.' },
  },
});

/** The inviter, or an admin, says that it was the right person who accepted. From then on the role holds. */
export const confirmInvitation = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/invitations/:id/confirm',
  summary: 'Confirm who accepted an invitation',
  auth: { staff: 'managePeople', fresh: true },
  /** The six digits that the new person reads to the inviter. */
  body: z.object({ code: typedCode }),
  responses: { 204: z.null() },
  refusals: {
    notFound: noSuchInvitation,
    wrongCode: { status: 422, text: 'This is not the code that the person sees. Was it somebody else who accepted?' },
  },
});

/** Ends an invitation, also an accepted one: what its person has set up is deleted. */
export const withdrawInvitation = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/invitations/:id/withdraw',
  summary: 'Withdraw an invitation',
  auth: { staff: 'managePeople' },
  body: empty,
  responses: { 204: z.null() },
  refusals: { notFound: noSuchInvitation },
});

/** Without a mail server: the link that lets a person's new device try codes again, to be handed over. */
export const makeDeviceLink = endpoint({
  tag,
  method: 'POST',
  path: '/api/desk/people/:id/device-link',
  summary: 'Make the link that lets a person’s new device try codes',
  auth: { staff: 'changeRoles', fresh: true },
  body: empty,
  responses: { 200: z.object({ link: text, expiresAt: time }) },
  refusals: { notFound: { status: 404, text: 'There is no such account.' } },
});
