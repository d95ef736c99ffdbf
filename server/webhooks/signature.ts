/** Signatures by the Standard Webhooks specification (1.0.0). Pure, except that a new secret is random. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** The specification asks for 24 to 64 bytes. */
const secretBytes = 32;

/** A secret in the form that its receiver gets. Makes a new one unless the bytes are given. */
export const secretOf = (bytes: Buffer = randomBytes(secretBytes)): string => prefix + bytes.toString('base64');

interface Signed {
  readonly id: string;
  /** The time of this try. */
  readonly at: Date;
  readonly body: string;
}

/** A time in seconds since 1970, for the header. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));

const signatureOf = (secret: string, { id, at, body }: Signed): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestampOf(at)}.${body}`)
    .digest('base64');

/** The value of `webhook-signature`: one signature for each secret, separated by spaces. */
export const signaturesOf = (secrets: readonly string[], signed: Signed): string =>
  secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' ');
