/** Encrypts small secrets for the database with the server's key, so that a copy of the database does not reveal them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a secret is for. A text that was encrypted for one purpose cannot be decrypted for another. */
type SecretPurpose = 'totp-secret' | 'push-key' | 'webhook-secret';

export interface SecretBox {
  encrypt(purpose: SecretPurpose, text: string): string;
  /** Undefined when the text was encrypted with another key or for another purpose, or was changed. */
  decrypt(purpose: SecretPurpose, encrypted: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key for each purpose, derived by HKDF (RFC 5869). An encrypted text is nonce, tag and ciphertext, in base64url.
 */
export function createSecretBox(secretKey: string): SecretBox {
  // The label is of an earlier name. With another one, no stored secret could be decrypted.
  const keyOf = (purpose: SecretPurpose) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'boxline sealed', purpose, keyBytes));
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyOf(purpose), nonce, { authTagLength: tagBytes });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(purpose, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
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
