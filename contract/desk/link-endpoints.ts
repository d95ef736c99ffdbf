/**
 * What a mailed or handed-over link lets its holder do before signing in, and the invitations that make such links.
 * `session-endpoints.ts` says how each of them continues.
 */
import * as z from 'zod/mini';
import { id, maybeText, text, time } from '../schemas.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import { roles } from './permissions.ts';
import { signInRefusals } from './session.ts';
import { newPassword, password, short, token, typedCode, view } from './session-schemas.ts';

const { httpsNeeded, deadLink, otherPassword, usedMeanwhile, emailTaken, nameTaken, noMail } = signInRefusals;

/** A link that sets a password begins a session. */
const begins = {
  responses: view,
  refusals: { deadLink, otherPassword, usedMeanwhile, httpsNeeded, ...newPassword },
} as const;

/** `seen`: the `began` of the link that the page saw last. A page of an earlier build leaves it out. */
const press = { token, password, seen: z.optional(maybeText) };

/**
 * What a link is for, so that its page shows the right form. Looking does not use the link up. A link that was used is still found
 * while its person has no second factor: the answer to its use may have been lost, and the same password goes on.
 */
export const lookAtLink = writes('anyone', '/api/desk/links/look', {
  summary: 'What a link is for',
  body: z.object({ token }),
  responses: {
    200: z.object({
      kind: z.enum(['set-up', 'invitation', 'password-reset', 'recovery', 'device']),
      /** The name and address of the person it is for, as far as they are known. */
      name: z.nullable(text),
      email: z.nullable(text),
      expiresAt: time,
      /** The id of the session that its last use began; null before its first use. */
      began: maybeText,
    }),
  },
  refusals: { deadLink },
});

/** Creates the first admin. Responds with `enrol`. */
export const setUp = writes('anyone', '/api/desk/set-up', {
  summary: 'Become the first admin, with the set-up link',
  body: z.object({ ...press, name: short, email: short }),
  responses: view,
  refusals: {
    deadLink,
    otherPassword,
    usedMeanwhile,
    emailTaken,
    nameTaken,
    httpsNeeded,
    badEmail: { status: 422, text: 'This is not an e-mail address.' },
    ...newPassword,
  },
});

/** Responds with `enrol`; after that the account waits for the inviter's confirmation. */
export const acceptInvitation = writes('anyone', '/api/desk/invitations/accept', {
  summary: 'Accept an invitation',
  body: z.object({ ...press, name: short }),
  ...begins,
});

/** Signs the person in after the inviter has confirmed. */
export const enter = writes('enrolling', '/api/desk/session/enter', {
  summary: 'Go on after the inviter has confirmed',
  responses: view,
});

/** Mails a link when the address belongs to an account. The response is the same for every address. */
export const forgotPassword = writes('anyone', '/api/desk/password/forgotten', {
  summary: 'Have a link mailed to set a new password',
  body: z.object({ email: short }),
  responses: { 204: z.null() },
});

/** Responds with `second-factor`. Once that factor is given, the password changes and every other session ends. */
export const resetPassword = writes('anyone', '/api/desk/password/reset', {
  summary: 'Set a new password with a mailed link',
  body: z.object(press),
  ...begins,
});

/** Sets a new password with a link of `npm run staff -- recover`; new factors follow. Responds with `enrol`. */
export const recoverAccount = writes('anyone', '/api/desk/recovery', {
  summary: 'Get back into an account whose factors are lost',
  body: z.object(press),
  ...begins,
});

const hasAccount = { status: 409, text: 'This person has an account already.' } as const;
const noSuchInvitation = {
  status: 404,
  text: 'This invitation is over: somebody confirmed or withdrew it, or its time ran out.',
} as const;

const invitation = z.object({
  id: text,
  personId: text,
  name: text,
  email: text,
  role: z.enum(roles),
  invitedBy: text,
  createdAt: time,
  expiresAt: time,
  /** `accepted`: somebody has opened it, set a password and added a factor, and waits for confirmation. */
  state: z.enum(['open', 'accepted']),
  /** The name that the person who accepted it gave. */
  acceptedName: z.nullable(text),
  acceptedAt: z.nullable(time),
});
export type Invitation = z.infer<typeof invitation>;

/** Invitations that are open or wait to be confirmed. */
export const listInvitations = reads('managePeople', '/api/desk/invitations', {
  summary: 'Invitations that are not finished',
  responses: { 200: z.object({ invitations: z.array(invitation) }) },
});

/**
 * Invites somebody who is in the list of people already (`personId`), or somebody new. A second invitation of a person withdraws
 * the first, unless somebody has accepted it. `press`: minted by the browser, so that a press whose response was lost finds the
 * invitation that it made.
 */
export const invite = freshWrites('managePeople', '/api/desk/invitations', {
  summary: 'Invite somebody to the desk',
  body: z.object({
    press: z.optional(id),
    personId: z.nullable(text),
    name: short,
    email: short,
    /** The version of the listed person that the form showed. It may give another address to that one alone. */
    version: z.optional(z.number()),
    role: z.enum(roles),
    /** `link`: the response has the link, to be handed over. `mail` needs a mail server. */
    by: z.enum(['mail', 'link']),
  }),
  responses: { 200: z.object({ invitation, link: z.nullable(text) }) },
  refusals: {
    emailTaken,
    nameTaken,
    noMail,
    badEmail: { status: 422, text: 'This is not an e-mail address.' },
    pressTaken: {
      status: 422,
      text: 'This form has already made an invitation. It differs from what you typed, or it is over. Look for it in the list. To make another invitation, press Invite again.',
    },
    hasAccount,
    personChanged: {
      status: 409,
      text: 'Somebody has changed this person since this form was opened. Open them from the list again to see how they stand now.',
    },
    accepted: {
      status: 409,
      text: 'Somebody has accepted the invitation that this person has. Confirm it once they read you their code, or withdraw it first.',
    },
    notFound: { status: 404, text: 'There is no such person.' },
  },
});

/** The inviter, or an admin, confirms that the right person accepted. The role takes effect then. */
export const confirmInvitation = freshWrites('managePeople', '/api/desk/invitations/:id/confirm', {
  summary: 'Confirm who accepted an invitation',
  /** The six digits that the new person reads to the inviter. */
  body: z.object({ code: typedCode }),
  responses: { 204: z.null() },
  refusals: {
    notFound: noSuchInvitation,
    hasAccount,
    noEmail: { status: 422, text: 'This person has no e-mail address to sign in with. Give them one under People.' },
    emailTaken: {
      status: 422,
      text: 'Another account has this person’s e-mail address. Give one of the two another address under People.',
    },
    /** The invitation ended with this wrong code. */
    lastWrongCode: {
      status: 422,
      text: 'The code was wrong five times, so the invitation has ended. Invite the person again.',
    },
    wrongCode: { status: 422, text: 'This is not the code that the person sees. Was it somebody else who accepted?' },
  },
});

/** Ends an invitation, including an accepted one: whatever its person has set up is deleted. */
export const withdrawInvitation = writes('managePeople', '/api/desk/invitations/:id/withdraw', {
  summary: 'Withdraw an invitation',
  responses: { 204: z.null() },
  refusals: { notFound: noSuchInvitation },
});

/**
 * For a server without mail: makes the link that lets a person's new device try codes again, to be handed over. `press`: as of `invite`; the
 * same press gets the same link while that works.
 */
export const makeDeviceLink = freshWrites('changeRoles', '/api/desk/people/:id/device-link', {
  summary: 'Make the link that lets a person’s new device try codes',
  body: z.object({ press: z.optional(id) }),
  responses: { 200: z.object({ link: text, expiresAt: time }) },
  refusals: {
    notFound: { status: 404, text: 'There is no such account.' },
    pressTaken: {
      status: 422,
      text: 'This link was made already, and was used or replaced meanwhile. To make another one, press again.',
    },
  },
});
