import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a keyed hash is for. The same text has a different hash for each purpose. */
type HashPurpose =
  | 'access-code'
  | 'code-link'
  | 'code-link-token'
  | 'code-link-claim'
  | 'code-of-link'
  | 'address'
  | 'session'
  | 'view'
  | 'agent-link'
  | 'agent-link-token'
  | 'test-link'
  | 'test-link-token'
  | 'staff-session'
  | 'staff-link'
  | 'staff-link-token'
  | 'staff-device'
  | 'recovery-code'
  | 'challenge'
  | 'used-challenge'
  | 'audit-key'
  | 'export-ticket'
  | 'erasures-file'
  | 'erasures-file-note'
  | 'erasure-certificate'
  | 'request-words'
  | 'step-press'
  | 'api-token'
  | 'made-by-press'
  | 'key-check';

/** HMAC-SHA-256 with the server's key. A person who reads the database can neither try codes nor make tokens. */
export interface KeyedHash {
  of(purpose: HashPurpose, text: string): string;
}

export const createKeyedHash = (secretKey: string): KeyedHash => ({
  of: (purpose, text) => createHmac('sha256', secretKey).update(`${purpose}\0${text}`).digest('base64url'),
});

/** Compares two hashes of the same kind in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
