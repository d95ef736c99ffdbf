/**
 * The chain of the audit log. The hash of each entry is keyed and covers the entry and the hash of the one before, so whoever
 * can write the database, and has no key, can neither change an entry nor take one out of the middle unseen. An end that was cut
 * off is seen by a head that was kept elsewhere (`anchor`).
 */
import { createHmac } from 'node:crypto';
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';

/** What the hash of an entry covers. */
export interface ChainEntry {
  readonly seq: number;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly by_id: string | null;
  readonly action: string;
  /** As it is stored. */
  readonly detail: string;
  readonly about: readonly { readonly kind: string; readonly id: string }[];
}

/** The end of a chain: an entry's number and hash. Before the first entry it is 0 and empty. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type Chain = ReturnType<typeof createChain>;

/** A key of its own is derived from the server's, so the one who checks the log needs no key that makes tokens. */
export function createChain(keyed: KeyedHash) {
  const key = keyed.of('audit-key', 'chain');
  const hash = (purpose: 'entry' | 'checkpoint', parts: readonly unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url');

  const order = (about: ChainEntry['about']) => about.map(({ kind, id }) => `${kind} ${id}`).sort();
  const hashOf = ({ seq, at, by_id, action, detail, about }: ChainEntry, before: string) =>
    hash('entry', [before, seq, at, by_id, action, detail, order(about)]);
  const sealOf = ({ seq, hash: last, made_at }: Head & { readonly made_at: string }) =>
    hash('checkpoint', [seq, last, made_at]);

  return {
    /** The hash of an entry that follows on the one whose hash is `before`. */
    hashOf,
    /** What proves that a checkpoint was made with the key. */
    sealOf,
    isSealed: (checkpoint: Head & { readonly made_at: string; readonly seal: string }): boolean =>
      isSame(sealOf(checkpoint), checkpoint.seal),
  };
}

/** A head as people keep it: `1234:hash`. */
export const anchorOf = ({ seq, hash }: Head): string => `${seq}:${hash}`;

/** Reads what `anchorOf` wrote; undefined when it is none. */
export function readAnchor(text: string): Head | undefined {
  const { seq, hash } = /^(?<seq>\d{1,15}):(?<hash>[\w-]{43}|)$/.exec(text.trim())?.groups ?? {};
  if (seq === undefined || hash === undefined || (hash === '') !== (Number(seq) === 0)) return undefined;
  return { seq: Number(seq), hash };
}
