/**
 * Makes the id and the secret of a thing whose secret is shown only once. When the response is lost, the same press must get the
 * same thing. So nothing is random: both are derived from the press, the person who pressed, and the server's key. The press is a
 * random id that only the page knows. It is neither listed nor stored, so nobody can get a secret from what the desk shows.
 */
import { mintId, uuidOf } from '#contract/reference.ts';
import type { KeyedHash } from './keyed-hash.ts';

interface Pressed {
  /** Absent from a page of an earlier build; every call then makes something else. */
  readonly press?: string | undefined;
  readonly personId: string;
}

/** The id and secret of a person's press. The same press always gives the same, and another person's press never does. */
export function madeByPress(
  keyed: KeyedHash,
  what: 'api-token' | 'webhook-secret' | 'invitation' | 'device-link',
  { press = mintId(), personId }: Pressed,
): { readonly id: string; readonly secret: Buffer } {
  const of = (part: 'id' | 'secret') =>
    Buffer.from(keyed.of('made-by-press', [what, part, personId, press].join('\0')), 'base64url');
  return { id: idFrom(of('id')), secret: of('secret') };
}

/** An id that is made from these bytes instead of random ones: a UUID of version 4. */
export function idFrom(seed: Buffer): string {
  const bytes = Buffer.from(seed.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes.toString('hex'));
}
