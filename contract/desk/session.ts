/** What the desk's sign-in and its pages share that needs no schema: paths, times, rules and texts. */

export { deskPath } from './path.ts';

/** How the path of every endpoint of the desk begins. The server does not start with one that has no policy (`StaffAuth`). */
export const deskApiPath = '/api/desk/';

/**
 * The pages that a link opens. Its token is in the fragment, which no server and no log sees: `/desk/set-up#{token}`. A page first
 * takes the token out of the address, and then posts it.
 */
export const linkPages = {
  'set-up': '/desk/set-up',
  invitation: '/desk/invitation',
  'password-reset': '/desk/password-reset',
  recovery: '/desk/recovery',
  /** Lets an unknown device try codes again. It must be opened in the browser that signs in. */
  device: '/desk/sign-in',
} as const;
export type LinkKind = keyof typeof linkPages;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const staffTimes = {
  /** A session ends this long after the sign-in, whatever happens. */
  sessionForMs: 12 * hourMs,
  /** How long a session lasts without a sign of its person. Then it ends, or is locked when the person is on shift. */
  idleForMs: 30 * minuteMs,
  /** How long the proof of a factor counts as fresh. */
  freshProofForMs: 5 * minuteMs,
  /** How long a sign-in may take between the first factor and the second, and while factors are enrolled. */
  signingInForMs: 15 * minuteMs,
  enrollingForMs: hourMs,
  linkForMs: {
    'set-up': hourMs,
    invitation: 3 * 24 * hourMs,
    'password-reset': 30 * minuteMs,
    recovery: hourMs,
    device: 30 * minuteMs,
  } satisfies Record<LinkKind, number>,
  /** How long the browsers of a person on call still get pushes after their session has expired. */
  pushedOnCallForMs: 14 * 24 * hourMs,
  /** The shortest time between two `stayActive` calls of the desk. */
  tellActivityEveryMs: minuteMs,
} as const;

/** In characters (NIST SP 800-63B-4 3.1.1.2: at least 15 where a password may be the only factor; no composition rules). */
export const passwordLength = { least: 15, most: 200 } as const;

/**
 * The header that names the person whose console a page shows. The tabs of a browser share one session. When another person signs
 * in beside a page, the page's requests are refused as signed out, so that nothing is read or done in another person's name.
 */
export const personHeader = 'x-desk-person';

export const signInRefusals = {
  /** One refusal for an unknown address, a wrong password, and a removed account. */
  wrongPassword: { status: 401, text: 'The e-mail address or the password is wrong.' },
  /** A code that is wrong, was used before, or has expired; a passkey of another account. */
  wrongFactor: { status: 401, text: 'That did not work. Try again.' },
  /** With `Retry-After` in seconds. */
  tooManyTries: { status: 429, text: 'Too many tries. Wait a moment and try again.' },
  /** Ten wrong codes came from unknown devices: this device needs a link first (`askDeviceLink`). */
  deviceLinkNeeded: { status: 403, text: 'This device needs a link before it may try more codes.' },
  /** The server sends no mail: an admin has to make the link. */
  noMail: { status: 409, text: 'This server sends no mail. Ask an admin for a link.' },
  /**
   * The password is right, but the account cannot sign in: it has no second factor yet, and only a link allows adding the first
   * one; or it has no role any more, which an invitation gives.
   */
  linkNeeded: {
    status: 403,
    text: 'Your account was never set up completely, or has been removed. Ask an admin for a new link.',
  },
  /** The link was used, expired, was withdrawn, or never existed. */
  deadLink: { status: 404, text: 'This link does not work any more. Ask for a new one.' },
  /** The link was used, and its person has no second factor yet. The same password goes on, because an answer may have been lost. */
  otherPassword: {
    status: 409,
    text: 'This link was used already, with another password. Type that password, or ask for a new link.',
  },
  usedMeanwhile: { status: 409, text: 'This link was used once more meanwhile. Press again to go on here.' },
  emailTaken: { status: 409, text: 'Another account has this e-mail address.' },
  nameTaken: { status: 409, text: 'Somebody else has this name. Add something that tells the two apart.' },
  passwordTooShort: { status: 422, text: `Use at least ${passwordLength.least} characters.` },
  passwordTooLong: { status: 422, text: `Use at most ${passwordLength.most} characters.` },
  passwordCommon: { status: 422, text: 'This password is too common. Choose another.' },
  /** The page uses plain http on a host other than localhost, so the browser would not keep the cookie safe. */
  httpsNeeded: { status: 403, text: 'Signing in needs https, or localhost on this machine.' },
  lastFactor: { status: 409, text: 'This is your last second factor. Add another one first.' },
  otherApp: { status: 409, text: 'The authenticator app was replaced meanwhile. It was not removed.' },
  codesRenewed: {
    status: 409,
    text: 'Ten new codes were made meanwhile, so this press made none. If you do not have those, make ten again.',
  },
  passwordChanged: { status: 409, text: 'The password was changed meanwhile. This press changed nothing.' },
} as const;
