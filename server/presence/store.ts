import type { Insertable, Selectable } from 'kysely';
import { changesAny, countChanged, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { PresenceChangeTable, PresenceDealTable, PresenceTable } from './tables.ts';

export type StoredPresence = Selectable<PresenceTable>;
export type PresenceChange = Selectable<PresenceChangeTable>;
export type PresenceDeal = Selectable<PresenceDealTable>;

export const allPresence = (db: Reader): Promise<StoredPresence[]> => db.selectFrom('presence').selectAll().execute();

export const findPresence = (db: Reader, personId: string): Promise<StoredPresence | undefined> =>
  db.selectFrom('presence').selectAll().where('person_id', '=', personId).executeTakeFirst();

/** A change of presence, with the beginning of the shift that it has taken note of. */
export type NewPresence = Insertable<PresenceChangeTable> & Pick<StoredPresence, 'shift_at'>;

/** Writes what somebody's presence is from now on, and adds it to the history. */
export async function putPresence(trx: Trx, { shift_at, ...change }: NewPresence): Promise<void> {
  const { person_id, state, at } = change;
  const row = { state, since: at, shift_at };
  await trx
    .insertInto('presence')
    .values({ person_id, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
  await trx.insertInto('presence_changes').values(change).execute();
}

/** Stores a shift that does not change the presence, for example because the person is in a deal. */
export const noteShift = (trx: Trx, personId: string, shiftAt: Iso | null) =>
  trx.updateTable('presence').set({ shift_at: shiftAt }).where('person_id', '=', personId).execute();

export const allDeals = (db: Reader): Promise<PresenceDeal[]> => db.selectFrom('presence_deals').selectAll().execute();

export const dealsOf = (db: Reader, personId: string): Promise<PresenceDeal[]> =>
  db.selectFrom('presence_deals').selectAll().where('person_id', '=', personId).execute();

/** Takes note that a request is somebody's deal. False when that was noted before. */
export const insertDeal = (trx: Trx, deal: PresenceDeal): Promise<boolean> =>
  trx
    .insertInto('presence_deals')
    .values(deal)
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .$call(changesAny);

/** Takes note that a request is not somebody's deal any more. False when that was noted before. */
export const deleteDeal = (trx: Trx, { request_id, person_id }: PresenceDeal): Promise<boolean> =>
  trx
    .deleteFrom('presence_deals')
    .where('request_id', '=', request_id)
    .where('person_id', '=', person_id)
    .$call(changesAny);

/**
 * Deletes at most `limit` changes of before a time. The newest of each person before it stays, because it says how they stood
 * then. Returns how many it deleted.
 */
export async function deleteOldChanges(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const slice = db
    .selectFrom('presence_changes as old')
    .select('old.seq')
    .where('old.at', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('presence_changes as later')
          .select('later.seq')
          .whereRef('later.person_id', '=', 'old.person_id')
          .where('later.at', '<', before)
          .where(({ eb, refTuple }) => eb(refTuple('later.at', 'later.seq'), '>', refTuple('old.at', 'old.seq'))),
      ),
    )
    .orderBy('old.at')
    .orderBy('old.seq')
    .limit(limit);
  return db.deleteFrom('presence_changes').where('seq', 'in', slice).$call(countChanged);
}

/** Deletes the current presence of people who are gone. */
export const deletePresenceOf = (trx: Trx, personIds: readonly string[]) =>
  trx.deleteFrom('presence').where('person_id', 'in', personIds).execute();
