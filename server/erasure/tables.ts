import type { ErasureReason } from '#contract/desk/person-request.ts';
import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** An erasure that a person asked for: its certificate. It says nothing about the person, and is not erased itself. */
export interface ErasureTable {
  /** Counts up by one, in the order of the lines of the erasures file. */
  seq: number;
  id: string;
  at: Iso;
  /** The person who did it; null for a command. */
  by_id: Maybe<string>;
  reason: ErasureReason;
  /** `ErasedItem[]`: the kind, id, reference, class and time of each thing. */
  items: Json;
  /** The seal of its line in the erasures file. */
  seal: string;
  /** Keyed, over all of the above. The audit log has it too. */
  hash: string;
  /** When it was done again, in a database that was restored from before it. */
  again_at: Maybe<Iso>;
}

/** Up to where this database has what the erasures file has, in one row. Whoever erases locks it until the transaction ends. */
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
