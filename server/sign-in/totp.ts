/** One-time codes of an authenticator app (RFC 6238): six digits, 30 seconds, SHA-1, because every app can do that. */
import { Secret, TOTP } from 'otpauth';
import { brand } from '#brand/brand.ts';
import type { SecretBox } from '#server/secret-box.ts';

const periodS = 30;
const secretBytes = 20;

/** Codes of one step before or after the server's step are accepted, because the app's clock may be off by that much (RFC 6238 5.2). */
export const driftSteps = 1;
export const codeDigits = 6;

const totpOf = (secret: string, label = 'account') =>
  new TOTP({
    issuer: brand.name,
    label,
    algorithm: 'SHA1',
    digits: codeDigits,
    period: periodS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret, in base 32. */
export const mintTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** `otpauth://totp/…`, which apps read from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The code that an app shows at a time. */
export const totpCodeAt = (secret: string, at: Date): string => totpOf(secret).generate({ timestamp: at.getTime() });

/**
 * The time step of a typed code; undefined for a wrong code. The caller has to check by the step whether the code was used before.
 */
export function totpStepOf(secret: string, typed: string, at: Date): number | undefined {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: driftSteps });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / periodS) + delta;
}

/** The same for an account, with the secret as it is stored; undefined also when there is no secret or another key has encrypted it. */
export function encryptedTotpStepOf(
  secretBox: SecretBox,
  encrypted: string | null,
  typed: string,
  at: Date,
): number | undefined {
  const secret = encrypted === null ? undefined : secretBox.decrypt('totp-secret', encrypted);
  return secret === undefined ? undefined : totpStepOf(secret, typed, at);
}
