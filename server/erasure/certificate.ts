/** The certificate of an erasure: what, when, by whom and why, with a keyed hash that the audit log also has. */
import type { ErasedItem } from '#contract/desk/person-request.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { isSame } from '#server/keyed-hash.ts';
import type { ErasureLine } from './erasures-file.ts';
import type { Erasure } from './store.ts';

type Certified = Pick<Erasure, 'seq' | 'id' | 'at' | 'by_id' | 'reason' | 'seal'> & {
  readonly items: readonly ErasedItem[];
};

/** The stored items. PostgreSQL reorders the members of a JSON document, so the hash is computed over their values. */
export const itemsOf = ({ items }: Pick<Erasure, 'items'>): ErasedItem[] => JSON.parse(items) as ErasedItem[];

/** The line of an erasure in the file, made from its certificate. */
export const lineOf = (erasure: Erasure): ErasureLine => ({
  seq: erasure.seq,
  id: erasure.id,
  at: erasure.at,
  by: erasure.by_id,
  reason: erasure.reason,
  items: itemsOf(erasure).map(({ kind, id }) => [kind, id]),
  seal: erasure.seal,
});

export const hashOfCertificate = (keyed: KeyedHash, { seq, id, at, by_id, reason, seal, items }: Certified): string =>
  keyed.of(
    'erasure-certificate',
    JSON.stringify([
      seq,
      id,
      at,
      by_id,
      reason,
      seal,
      items.map(({ kind, id: itemId, reference, class: of, at: since }) => [kind, itemId, reference, of, since]),
    ]),
  );

export const isCertified = (keyed: KeyedHash, erasure: Erasure): boolean =>
  isSame(hashOfCertificate(keyed, { ...erasure, items: itemsOf(erasure) }), erasure.hash);
