/**
 * The audit log: who saw and who changed what. Entries are only added, hold ids and names of fields but no contents, and each
 * carries a keyed hash over the one before it.
 */
import type { Transaction } from 'kysely';
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import type { Tables } from '#server/database/tables.ts';

/** A thing that an entry is about. */
export interface AuditSubject {
  readonly kind: AuditKind;
  readonly id: string;
}

export interface NewAuditEntry {
  /** The person who did it; null for a command and for the server itself. */
  readonly by: string | null;
  readonly action: AuditAction;
  readonly about: readonly AuditSubject[];
  /** Ids, names of fields, numbers and words of closed lists. Never what somebody typed. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Who reads: the person and the session, as an authenticated call has them. */
export interface Reader {
  readonly personId: string;
  readonly sessionId: string;
}

export interface Audit {
  /**
   * Adds an entry in the caller's transaction, so that a change and its entry are stored together or not at all. It locks
   * the head of the chain until the transaction ends: call it last, after everything else that locks.
   */
  write(trx: Transaction<Tables>, entry: NewAuditEntry): Promise<void>;
  /**
   * Notes that somebody opens records, or exports them. Resolves when the entry is on disk: answer only then. The same session
   * that opens the same record again within 15 minutes makes no second entry; an export always makes one.
   */
  opened(reader: Reader, about: AuditSubject): Promise<void>;
  exported(reader: Reader, about: AuditSubject, detail?: NewAuditEntry['detail']): Promise<void>;
  /**
   * Notes that somebody looks at a list; written within a second. The same session that asks for the same list again within
   * 15 minutes makes no second entry.
   *
   * @param list the list's name with the names of its filters, such as `leads` and `['state', 'search']`
   */
  listed(reader: Reader, list: { readonly name: string; readonly filters?: readonly string[] }): void;
}
