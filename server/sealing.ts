/** Seals small secrets for the database with the server's key, so that a copy of the database does not reveal them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a secret is for. A text that was sealed for one purpose cannot be opened for another. */
type SealPurpose = 'totp-secret' | 'push-key' | 'webhook-secret';

export interface Sealer {
  seal(purpose: SealPurpose, text: string): string;
  /** Undefined when the text was sealed with another key or for another purpose, or was changed. */
  open(purpose: SealPurpose, sealed: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key for each purpose, derived by HKDF (RFC 5869). A sealed text is nonce, tag and ciphertext, in base64url.
 */
export function createSealer(secretKey: string): Sealer {
  const keyOf = (purpose: SealPurpose) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'boxline sealed', purpose, keyBytes));
  return {
    seal(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyOf(purpose), nonce, { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      try {
        const decipher = createDecipheriv(algorithm, keyOf(purpose), nonce, { authTagLength: tagBytes });
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const body = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        // The cipher fails only for a text that was cut or does not authenticate.
        return undefined;
      }
    },
  };
}
