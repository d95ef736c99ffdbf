/**
 * Challenges for passkeys (WebAuthn Level 3, 13.4.3). A challenge carries its own end and a keyed hash that binds it to one
 * session and one purpose, so asking for one stores nothing. One that was answered is stored until it ends, and works once.
 */
import { randomBytes } from 'node:crypto';
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';

const randomPart = 16;
const timePart = 6;
export const challengeForMs = 5 * 60_000;

/** `anyone` is for signing in with a passkey alone. The others name the session that proves or adds a passkey. */
export type ChallengePurpose = 'anyone' | `prove ${string}` | `add ${string}`;

export function createChallenges({ keyed, now }: { readonly keyed: KeyedHash; readonly now: () => Date }) {
  const hashOf = (body: Buffer, purpose: ChallengePurpose) =>
    keyed.of('challenge', `${purpose} ${body.toString('base64url')}`);

  return {
    /** The bytes of a new challenge. */
    mint(purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
      const body = Buffer.concat([randomBytes(randomPart), Buffer.alloc(timePart)]);
      body.writeUIntBE(now().getTime() + challengeForMs, randomPart, timePart);
      return new Uint8Array(Buffer.concat([body, Buffer.from(hashOf(body, purpose), 'base64url')]));
    },

    /** Whether an answered challenge, in base64url, is ours, is for this purpose, and has not ended. */
    isValid(challenge: string, purpose: ChallengePurpose): boolean {
      const bytes = Buffer.from(challenge, 'base64url');
      const body = bytes.subarray(0, randomPart + timePart);
      if (body.length < randomPart + timePart) return false;
      if (!isSame(bytes.subarray(randomPart + timePart).toString('base64url'), hashOf(body, purpose))) return false;
      return body.readUIntBE(randomPart, timePart) > now().getTime();
    },
  };
}
