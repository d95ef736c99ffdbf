/** How accounts end by the sweep or an erasure, and the legal hold that stops both. */
import type { HoldPut } from '#contract/desk/records.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import {
  dealershipsOfLeads,
  eraseLeads,
  formsOf,
  holdIdsOf,
  leadIdsOfDealerships,
  lockLeadsOfDealerships,
} from '#server/leads/service.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { removeSearchText } from '#server/search/service.ts';
import { blankTriesAbout, emit } from '#server/webhooks/service.ts';
import { tellErased } from './history.ts';
import { accountFacts } from './retention.ts';
import { blankDealerships, clearHold, dueAccounts, holdIdsOn, lockForEnd, setHold } from './store-retention.ts';

/** Locks dealerships. Returns the ids of those under a hold. */
export async function heldDealerships(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await lockForEnd(trx, ids);
  return new Set(rows.filter(({ hold_id }) => hold_id !== null).map(({ id }) => id));
}

/**
 * Accounts that were closed or removed, with their leads, contacts and sheets. A hold on one of the leads keeps all of it.
 *
 * @param alsoErase erases what belongs to dealerships in features that may not be imported here
 */
export const accountRecordKind = (alsoErase: RecordKind['erase']): RecordKind => ({
  ...accountFacts,
  due: dueAccounts,
  async take(trx, ids, before) {
    const { held } = await lockLeadsOfDealerships(trx, ids);
    const rows = await lockForEnd(trx, ids);
    return rows
      .filter(({ id, hold_id, erased_at }) => hold_id === null && erased_at === null && !held.has(id))
      .filter(({ closed_at, removed_at }) => {
        const end = closed_at ?? removed_at;
        return before === undefined || (end !== null && end < before);
      })
      .map(({ id }) => id);
  },
  async erase(trx, ids, at) {
    if (ids.length === 0) return;
    const { leadIds } = await lockLeadsOfDealerships(trx, ids);
    await eraseLeads(trx, leadIds, at);
    await alsoErase(trx, ids, at);
    await blankDealerships(trx, ids, at);
    await blankTriesAbout(trx, ids, at);
    for (const id of ids) {
      await removeSearchText(trx, 'dealership', id);
      await tellErased(trx, id, at);
      await emit(trx, { type: 'dealership.erased', subjectId: id, at });
    }
  },
});

/** Puts a dealership under a hold. Resolves to its id, or to why not: it does not exist, is erased, or is held already. */
export async function holdDealership(trx: Trx, id: string, holdId: string): Promise<HoldPut> {
  const [row] = await lockForEnd(trx, [id]);
  if (!row) return { refused: 'notThere' };
  if (row.erased_at !== null) return { refused: 'erased' };
  if (row.hold_id !== null) return { refused: 'held' };
  await setHold(trx, id, holdId);
  await changed(trx, 'dealerships', id);
  return { id };
}

/** Releases a dealership from a hold, and tells the consoles. */
export async function releaseDealership(trx: Trx, id: string, holdId: string) {
  await lockForEnd(trx, [id]);
  await clearHold(trx, id, holdId);
  await changed(trx, 'dealerships', id);
}

/** The ids of the holds that keep dealerships with their leads: a hold on one of them keeps all. */
export async function holdsOfDealerships(db: Reader, ids: readonly string[]): Promise<string[]> {
  return [...(await holdIdsOn(db, ids)), ...(await holdIdsOf(db, await leadIdsOfDealerships(db, ids)))];
}

/** The ids of the holds that keep a lead: on its forms, and on the dealerships that were made of them. */
export async function holdsOfLead(db: Reader, id: string): Promise<string[]> {
  const made = await dealershipsOfLeads(db, await formsOf(db, [id]));
  return [...(await holdIdsOf(db, [id])), ...(await holdsOfDealerships(db, [...made.values()].flat()))];
}
