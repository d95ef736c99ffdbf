/** What the endpoints of sign-in, links and accounts share: callers, bodies and responses. */
import * as z from 'zod/mini';
import { atMost, text } from '../schema-words.ts';
import { signInRefusals } from './session.ts';
import { sessionView } from './session-view-endpoints.ts';

export const short = atMost(200);
export const token = atMost(100);
export const typedCode = atMost(60);
/** Not trimmed and without rules: another check refuses a wrong length with a text of its own. */
export const password = atMost(2000);
export const empty = z.object({});

export const tag = 'desk';
export const anyone = { tag, method: 'POST', auth: { staff: 'anyone' } } as const;
export const firstFactor = { tag, method: 'POST', auth: { staff: 'first-factor' } } as const;
export const signedIn = { tag, auth: { staff: 'signed-in' } } as const;
/** Needs no fresh proof while the account has no factor to prove. */
export const enrolling = { tag, auth: { staff: 'enrolling', fresh: true } } as const;

/** A message of the browser's WebAuthn (Level 3, `PublicKeyCredential.toJSON()`). The WebAuthn library checks its content. */
export const webauthn = z.looseObject({ id: text, rawId: text, type: text, response: z.looseObject({}) });
/** An input of `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`. */
export const webauthnOptions = z.looseObject({ challenge: text });

export const view = { 200: sessionView } as const;

const { tooManyTries, passwordTooShort, passwordTooLong, passwordCommon } = signInRefusals;
export const newPassword = { passwordTooShort, passwordTooLong, passwordCommon, tooManyTries } as const;
