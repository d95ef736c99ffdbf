/** What the endpoints of sign-in, links and accounts share: who may call them, what they take, what they answer with. */
import * as z from 'zod/mini';
import { atMost, text } from '../schema-words.ts';
import { signInRefusals } from './session.ts';
import { sessionView } from './session-view-endpoints.ts';

export const short = atMost(200);
export const token = atMost(100);
export const typedCode = atMost(60);
/** No trimming and no rules here: the length is refused with its own text. */
export const password = atMost(2000);
export const empty = z.object({});

export const tag = 'desk';
export const anyone = { tag, method: 'POST', auth: { staff: 'anyone' } } as const;
export const firstFactor = { tag, method: 'POST', auth: { staff: 'first-factor' } } as const;
export const signedIn = { tag, auth: { staff: 'signed-in' } } as const;
/** Needs no fresh proof while the account has no factor to prove. */
export const enrolling = { tag, auth: { staff: 'enrolling', fresh: true } } as const;

/** A message of the browser's WebAuthn (Level 3, `PublicKeyCredential.toJSON()`), which its library checks. */
export const webauthn = z.looseObject({ id: text, rawId: text, type: text, response: z.looseObject({}) });
/** What `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` takes. */
export const webauthnOptions = z.looseObject({ challenge: text });

export const view = { 200: sessionView } as const;

const { tooManyTries, passwordTooShort, passwordTooLong, passwordCommon } = signInRefusals;
export const newPassword = { passwordTooShort, passwordTooLong, passwordCommon, tooManyTries } as const;
