/**
 * What a press makes that is shown once. When its answer is lost, the same press has to get the same thing, so nothing of it is
 * chance: its id and its secret follow from the press, from who pressed, and from the server's key. The press is a random id that
 * the page keeps to itself. It stands in no list and is not stored, so that nobody gets a secret by what the desk shows.
 */
import { mintId } from '#contract/reference.ts';
import type { KeyedHash } from './keyed-hash.ts';

export interface Pressed {
  /** A page of an earlier build sends none: what it makes is another each time. */
  readonly press?: string | undefined;
  readonly personId: string;
}

export interface MadeByPress {
  readonly id: string;
  /** 256 bits. */
  readonly secret: Buffer;
}

/** What a press of somebody makes: always the same, and another one for anybody else. */
export function madeByPress(
  keyed: KeyedHash,
  what: 'api-token' | 'webhook-secret',
  { press = mintId(), personId }: Pressed,
): MadeByPress {
  const of = (part: 'id' | 'secret') =>
    Buffer.from(keyed.of('made-by-press', [what, part, personId, press].join('\0')), 'base64url');
  return { id: idFrom(of('id')), secret: of('secret') };
}

/** An id that is made of the first of these bytes instead of random ones. */
export const idFrom = (seed: Buffer): string =>
  mintId({
    getRandomValues: (into) => {
      (into as unknown as Uint8Array).set(seed.subarray(0, into.byteLength));
      return into;
    },
  });
