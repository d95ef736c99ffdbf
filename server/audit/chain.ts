/**
 * The chain of the audit log. The hash of each entry is keyed, and covers the entry and the hash of the entry before. So a person
 * who can write the database but has no key can neither change an entry nor remove one from the middle unnoticed. A cut-off end is
 * revealed by a head that was kept elsewhere (`anchor`).
 */
import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditKind } from '#contract/desk/audit.ts';
import { isSame, type KeyedHash } from '#server/keyed-hash.ts';
import type { AuditEntryTable } from './tables.ts';

/** The parts of an entry that its hash covers, with its subjects. */
export type ChainEntry = Pick<Selectable<AuditEntryTable>, 'seq' | 'at' | 'by_id' | 'action' | 'detail'> & {
  readonly about: readonly { readonly kind: AuditKind; readonly id: string }[];
};

/** The number and hash of the last entry of a chain. Before the first entry they are 0 and empty. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type Chain = ReturnType<typeof createChain>;

/** The chain has its own key, derived from the server's, so checking the log needs no key that can make tokens. */
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
    /** The hash of an entry; `before` is the hash of the entry before it. */
    hashOf,
    /** The seal of a checkpoint, which proves that it was made with the key. */
    sealOf,
    isSealed: (checkpoint: Head & { readonly made_at: string; readonly seal: string }): boolean =>
      isSame(sealOf(checkpoint), checkpoint.seal),
  };
}

/** A head as text for people to keep: `1234:hash`. */
export const anchorOf = ({ seq, hash }: Head): string => `${seq}:${hash}`;

/** Reads what `anchorOf` wrote; undefined when the text is invalid. */
export function readAnchor(text: string): Head | undefined {
  const { seq, hash } = /^(?<seq>\d{1,15}):(?<hash>[\w-]{43}|)$/.exec(text.trim())?.groups ?? {};
  if (seq === undefined || hash === undefined || (hash === '') !== (Number(seq) === 0)) return undefined;
  return { seq: Number(seq), hash };
}
