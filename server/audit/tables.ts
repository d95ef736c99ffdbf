import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/** An entry of the audit log. Entries are added, and pruned from the oldest on. They are never changed. */
export interface AuditEntryTable {
  /** Counts up by one, in the order in which entries were committed. */
  seq: number;
  at: Iso;
  /** The person who acted; null for a command and for the server itself. */
  by_id: Maybe<string>;
  action: AuditAction;
  /** A JSON object, as text on both engines. */
  detail: string;
  /** A keyed hash over this entry and the hash of the entry before (`chain.ts`). */
  hash: string;
}

/** A subject of an entry. The hash of the entry covers it. */
interface AuditSubjectTable {
  seq: number;
  kind: AuditKind;
  subject_id: string;
}

/** The newest entry's number and hash, in one row. A transaction that adds an entry locks it until the transaction ends. */
interface AuditHeadTable {
  id: 'head';
  seq: number;
  hash: string;
  /** When it was last mailed to the admins, and the number of the newest entry then. */
  mailed_at: Maybe<Iso>;
  mailed_seq: Maybe<number>;
}

/** The last entry that was pruned, or that an earlier key made: its number and hash, sealed with the key. */
export interface AuditCheckpointTable {
  seq: number;
  hash: string;
  made_at: Iso;
  seal: string;
}

/** A head as it was mailed, so that a retried message says the same. It proves nothing by itself; the sent mail does. */
interface AuditAnchorTable {
  id: string;
  seq: number;
  hash: string;
  made_at: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    audit_entries: AuditEntryTable;
    audit_subjects: AuditSubjectTable;
    audit_heads: AuditHeadTable;
    audit_checkpoints: AuditCheckpointTable;
    audit_anchors: AuditAnchorTable;
  }
}
