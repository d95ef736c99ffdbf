import type { ErasureReason } from '#contract/desk/person-request.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** The certificate of an erasure that a person asked for. It says nothing about the person, and is never erased itself. */
export interface ErasureTable {
  /** Counts up by one. The erasures file has the same order. */
  seq: number;
  id: string;
  at: Iso;
  /** The person who did it; null for a command. */
  by_id: Maybe<string>;
  reason: ErasureReason;
  /** `ErasedItem[]`: the kind, id, reference, class and time of each thing. */
  items: Json;
  /** The seal of the certificate's line in the erasures file. */
  seal: string;
  /** A keyed hash over all of the columns above. The audit log has it too. */
  hash: string;
  /** When the erasure was done again, in a database that was restored from before it. */
  again_at: Maybe<Iso>;
}

/**
 * The last line of the erasures file that this database knows, in one row. Every erasure locks the row until its transaction ends.
 */
export interface ErasureHeadTable {
  id: 'head';
  seq: number;
  /** Empty before the first erasure. */
  seal: string;
  /** The id in the first line of the file; null until the database has seen one. */
  file_id: Maybe<string>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    erasure_certificates: ErasureTable;
    erasure_heads: ErasureHeadTable;
  }
}
