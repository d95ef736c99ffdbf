/** Adds entries to the audit log. */
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { createChain } from './chain.ts';
import { insertEntry, lockHead } from './store.ts';

/** A record or list that an entry is about. */
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

export interface AuditLog {
  /**
   * Adds an entry in the caller's transaction, so that a change and its entry are stored together or not at all. It locks the head
   * of the chain until the transaction ends, so call it last, after everything else that locks.
   */
  write(trx: Trx, entry: NewAuditEntry): Promise<void>;
}

export interface AuditLogOptions extends Pick<Environment, 'now' | 'keyed'> {
  /** Checks, while the head is locked, whether the entry's person may still act. When it rejects, the change is undone. */
  readonly checkActing?: (trx: Trx, by: string, action: AuditAction) => Promise<void>;
}

/** Makes an audit log that can only be written. The commands beside the server use it. */
export function createAuditLog({ keyed, now, checkActing }: AuditLogOptions): AuditLog {
  const chain = createChain(keyed);
  return {
    async write(trx, { by, action, about: subjects, detail = {} }) {
      const about = [...new Map(subjects.map((subject) => [`${subject.kind} ${subject.id}`, subject])).values()];
      // Looking at something changes nothing that a console shows.
      if (action !== 'opened' && action !== 'listed') await changed(trx, 'audit');
      const head = await lockHead(trx);
      if (by !== null) await checkActing?.(trx, by, action);
      const entry = {
        seq: head.seq + 1,
        // The time is taken while the head is locked, so on one server times are in the order of the chain.
        at: now().toISOString(),
        by_id: by,
        action,
        detail: JSON.stringify(detail),
      };
      await insertEntry(trx, { ...entry, hash: chain.hashOf({ ...entry, about }, head.hash) }, about);
    },
  };
}
