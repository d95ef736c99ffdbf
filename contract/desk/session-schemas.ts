/** What the endpoints of sign-in, links and accounts share: bodies, responses and refusals. */
import * as z from 'zod/mini';
import { atMost, text } from '../schemas.ts';
import { signInRefusals } from './session.ts';
import { sessionView } from './session-view-endpoints.ts';

export const short = atMost(200);
export const token = atMost(100);
export const typedCode = atMost(60);
/** Not trimmed and without rules: another check refuses a wrong length with a text of its own. */
export const password = atMost(2000);

/** A message of the browser's WebAuthn (Level 3, `PublicKeyCredential.toJSON()`). The WebAuthn library checks its content. */
export const webauthn = z.looseObject({ id: text, rawId: text, type: text, response: z.looseObject({}) });
/** An input of `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`. */
export const webauthnOptions = z.looseObject({ challenge: text });

export const view = { 200: sessionView } as const;

const { tooManyTries, passwordTooShort, passwordTooLong, passwordCommon } = signInRefusals;
export const newPassword = { passwordTooShort, passwordTooLong, passwordCommon, tooManyTries } as const;
