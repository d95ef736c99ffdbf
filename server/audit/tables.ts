import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/** One entry of the audit log. Entries are added, and pruned from the oldest on; nothing changes one. */
export interface AuditEntryTable {
  /** Counts up by one, in the order in which entries were committed. */
  seq: number;
  at: Iso;
  /** The person; null for a command and for the server itself. */
  by_id: Maybe<string>;
  action: AuditAction;
  /** A JSON object, as text on both engines. */
  detail: string;
  /** Keyed, over this entry and the hash of the one before (`chain.ts`). */
  hash: string;
}

/** What an entry is about. The hash of the entry covers it. */
export interface AuditSubjectTable {
  seq: number;
  kind: AuditKind;
  subject_id: string;
}

/** The newest entry's number and hash, in one row. Whoever adds an entry locks it until the transaction ends. */
export interface AuditHeadTable {
  id: 'head';
  seq: number;
  hash: string;
  /** When it was last mailed to the admins, and which entry was the newest then. */
  mailed_at: Maybe<Iso>;
  mailed_seq: Maybe<number>;
}

/** Up to where the log was pruned: the number and hash of the last entry that is gone, sealed with the key. */
export interface AuditCheckpointTable {
  seq: number;
  hash: string;
  made_at: Iso;
  seal: string;
}

/** A head as it was mailed, so that a message that is tried again says the same. It proves nothing: the mail does. */
export interface AuditAnchorTable {
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
