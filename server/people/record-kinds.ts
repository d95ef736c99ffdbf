/** How the records of removed staff end: the row stays for the history, without the name. */
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { staffFacts } from './retention.ts';
import { blankPeople, duePeople, lockRemoved } from './store.ts';

/** @param alsoErase delete what other features keep about these people */
export const staffRecordKind = (
  alsoErase: readonly ((trx: Trx, personIds: readonly string[]) => Promise<unknown>)[],
): RecordKind => ({
  ...staffFacts,
  due: duePeople,
  async take(trx, ids, before) {
    const rows = await lockRemoved(trx, ids);
    return rows.filter(({ removed_at }) => before === undefined || (removed_at ?? before) < before).map(({ id }) => id);
  },
  async erase(trx, ids, at) {
    for (const erase of alsoErase) await erase(trx, ids);
    await blankPeople(trx, ids, at);
    for (const id of ids) await changed(trx, 'people', id);
  },
});
