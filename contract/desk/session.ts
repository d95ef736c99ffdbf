/** What the desk's sign-in and its pages share that needs no schema: paths, times, rules and texts. */

export { deskPath } from './path.ts';

/** What the path of every endpoint of the desk begins with. The server does not start with one that has no policy (`StaffAuth`). */
export const deskApiPath = '/api/desk/';

/**
 * The pages that a link opens. Its token is in the fragment, which no server and no log sees: `/desk/set-up#{token}`. A page
 * takes the token out of the address before anything else, and posts it.
 */
export const linkPages = {
  'set-up': '/desk/set-up',
  invitation: '/desk/invitation',
  'password-reset': '/desk/password-reset',
  recovery: '/desk/recovery',
  /** Lets an unknown device try codes again. It is opened in the browser that signs in. */
  device: '/desk/sign-in',
} as const;
export type LinkKind = keyof typeof linkPages;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const staffTimes = {
  /** How long after the sign-in a session ends, whatever happens. */
  sessionForMs: 12 * hourMs,
  /** How long a session lasts without a sign of its person. Then it ends; that of somebody on shift is locked. */
  idleForMs: 30 * minuteMs,
  /** How long the proof of a factor counts as fresh. */
  freshProofForMs: 5 * minuteMs,
  /** Between the first factor and the second, and while factors are enrolled. */
  signingInForMs: 15 * minuteMs,
  enrollingForMs: hourMs,
  linkForMs: {
    'set-up': hourMs,
    invitation: 3 * 24 * hourMs,
    'password-reset': 30 * minuteMs,
    recovery: hourMs,
    device: 30 * minuteMs,
  } satisfies Record<LinkKind, number>,
  /** How long the browsers of somebody on call are still pushed after their session has run out by itself. */
  pushedOnCallForMs: 14 * 24 * hourMs,
  /** How often, at most, the desk tells that its person is there (`stayActive`). */
  tellActivityEveryMs: minuteMs,
} as const;

/** In characters (NIST SP 800-63B-4 3.1.1.2: 15 where a password can be all that is asked for; no composition rules). */
export const passwordLength = { least: 15, most: 200 } as const;

/**
 * Says whose console a page of the desk shows. The tabs of a browser share one session: a page that somebody else has signed in
 * beside is refused as signed out, so that nothing is read or done in the name of another.
 */
export const personHeader = 'x-desk-person';

export const signInRefusals = {
  /** The same for an unknown address, a wrong password, and an account that was removed. */
  wrongPassword: { status: 401, text: 'The e-mail address or the password is wrong.' },
  /** A code that is wrong, was used before, or is out of time; a passkey that is not this account's. */
  wrongFactor: { status: 401, text: 'That did not work. Try again.' },
  /** Too many tries. With `Retry-After` in seconds. */
  tooManyTries: { status: 429, text: 'Too many tries. Wait a moment and try again.' },
  /** Ten wrong codes came from unknown devices: this one needs a link first (`askDeviceLink`). */
  deviceLinkNeeded: { status: 403, text: 'This device needs a link before it may try more codes.' },
  /** The server sends no mail: an admin has to make the link. */
  noMail: { status: 409, text: 'This server sends no mail. Ask an admin for a link.' },
  /**
   * The password is right, but the account has no second factor yet, and only a link lets add the first one; or it has no role any more,
   * which an invitation gives.
   */
  linkNeeded: { status: 403, text: 'Your account was not finished, or was ended. Ask an admin for a new link.' },
  /** The link was used, ran out, was withdrawn, or never was. */
  deadLink: { status: 404, text: 'This link does not work any more. Ask for a new one.' },
  /** Somebody has this e-mail address already. */
  emailTaken: { status: 409, text: 'Another account has this e-mail address.' },
  /** Somebody has this name already. */
  nameTaken: { status: 409, text: 'Somebody else has this name. Add something that tells the two apart.' },
  passwordTooShort: { status: 422, text: `Use at least ${passwordLength.least} characters.` },
  passwordTooLong: { status: 422, text: `Use at most ${passwordLength.most} characters.` },
  passwordCommon: { status: 422, text: 'This password is too common. Choose another.' },
  /** Plain http on another host than localhost: the browser would not keep the cookie safe. */
  httpsNeeded: { status: 403, text: 'Signing in needs https, or localhost on this machine.' },
  /** The last second factor of an account stays. */
  lastFactor: { status: 409, text: 'This is your last second factor. Add another one first.' },
} as const;
