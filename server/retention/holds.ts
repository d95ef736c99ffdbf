/** Legal holds. While one stands, neither the sweep nor an erasure takes the lead or dealership, or anything that belongs to it. */
import type { HoldPut } from '#contract/desk/records.ts';
import { mintId } from '#contract/reference.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { endHold, findHold, type Hold, holdsOn, insertHold, standingHolds } from './store.ts';

export type HoldKind = Hold['kind'];

/** How a feature puts one of its records under a hold, and releases it. */
export interface Holdable {
  /** Locks the record and puts it under the hold. Returns the id that it is on, or why not: none such, erased or held. */
  readonly hold: (trx: Trx, id: string, holdId: string) => Promise<HoldPut>;
  readonly release: (trx: Trx, id: string, holdId: string) => Promise<void>;
  /** The ids of the holds that keep the record. They may have been set on another one. */
  readonly heldBy: (db: Reader, id: string) => Promise<readonly string[]>;
}

interface HoldsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  readonly subjects: Readonly<Record<HoldKind, Holdable>>;
}

const mostHolds = 200;

export function createHolds({ storage, audit, subjects, now }: HoldsOptions) {
  const write = (trx: Trx, by: string | null, action: 'hold-set' | 'hold-ended', { kind, subject_id }: Hold) =>
    audit.write(trx, { by, action, about: [{ kind, id: subject_id }] });

  return {
    /** Sets a hold, unless there is no such record, or it is erased, or held already. So of two at once only one sets it. */
    set: (by: string | null, about: { readonly kind: HoldKind; readonly id: string }, reason: string) =>
      storage.transaction(async (trx) => {
        const id = mintId();
        const { id: subject_id, refused } = await subjects[about.kind].hold(trx, about.id, id);
        if (refused) return { refused };
        const facts = { id, kind: about.kind, subject_id, reason, set_by_id: by, set_at: now().toISOString() };
        const hold = { ...facts, ended_at: null, ended_by_id: null };
        await insertHold(trx, hold);
        await changed(trx, 'records');
        await write(trx, by, 'hold-set', hold);
        return { hold };
      }),

    /** Ends a hold. False when there is no such hold, or it has ended. */
    end: (by: string | null, id: string): Promise<boolean> =>
      storage.transaction(async (trx) => {
        const hold = await findHold(trx, id);
        if (!hold) return false;
        // Locks the record before the hold, in the same order as `set`.
        await subjects[hold.kind].release(trx, hold.subject_id, id);
        if (!(await endHold(trx, id, by, now().toISOString()))) return false;
        await changed(trx, 'records');
        await write(trx, by, 'hold-ended', hold);
        return true;
      }),

    standing: (most = mostHolds): Promise<Hold[]> => standingHolds(storage.db, most),
    /** The holds that were set on a record, also those that ended, and every other hold that keeps it. */
    on: async (kind: HoldKind, id: string): Promise<Hold[]> =>
      holdsOn(storage.db, kind, id, await subjects[kind].heldBy(storage.db, id), mostHolds),
  };
}
