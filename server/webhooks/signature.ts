/** Signatures by the Standard Webhooks specification (1.0.0). Pure but for the making of a secret. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** The specification asks for 24 to 64. */
const secretBytes = 32;

/** A secret as its receiver is given it; a new one unless its bytes are given. */
export const secretOf = (bytes: Buffer = randomBytes(secretBytes)): string => prefix + bytes.toString('base64');

export interface Signed {
  readonly id: string;
  /** When this try is made. */
  readonly at: Date;
  readonly body: string;
}

/** Seconds since 1970, as the header has them. */
export const timestampOf = (at: Date): string => String(Math.floor(at.getTime() / 1000));

const signatureOf = (secret: string, { id, at, body }: Signed): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestampOf(at)}.${body}`)
    .digest('base64');

/** The value of `webhook-signature`: one signature for each secret, with a space between them. */
export const signaturesOf = (secrets: readonly string[], signed: Signed): string =>
  secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' ');
