/** The refusals that any endpoint may give. This file loads nothing else. */

/** A refusal that is expected: its status and the text that its caller reads. */
export interface RefusalText {
  readonly status: number;
  readonly text: string;
}

/**
 * The refusals of every endpoint. An endpoint changes the text of one by declaring the same name. Four more names have a fixed
 * meaning: `noToken` and `deadToken` (401; without `noToken` a missing token counts as a dead one), `notFound` (404: the caller has
 * no such thing) and `invalid` (a body or query that does not fit its schema; without it that is `malformed`).
 */
export const commonRefusals = {
  malformed: { status: 400, text: 'The request body is malformed' },
  originRefused: { status: 403, text: 'Requests from this origin are not allowed' },
  methodUnknown: { status: 405, text: 'Not allowed' },
  tooLarge: { status: 413, text: 'The request is too large' },
  unsupported: { status: 415, text: 'Send application/json' },
  /** With `Retry-After` in seconds. */
  tooMany: { status: 429, text: 'Too Many Requests' },
  internal: { status: 500, text: 'Something went wrong on our side. Please send it again; it counts once.' },
  /** The database is busy or away (`StorageBusyError`): nothing was stored. With `Retry-After` in seconds. */
  storeBusy: {
    status: 503,
    text: 'We cannot take it at this moment. Please send it again in a few seconds; it counts once.',
  },
} as const satisfies Readonly<Record<string, RefusalText>>;
