import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { ShiftPersonTable } from './tables.ts';

type Reader = Storage['db'] | Transaction<Tables>;
export type ShiftPerson = Selectable<ShiftPersonTable>;

export const allPeople = (db: Reader): Promise<ShiftPerson[]> =>
  db.selectFrom('shift_people').selectAll().orderBy('name').execute();

export const peopleOnShift = (db: Reader): Promise<ShiftPerson[]> =>
  db.selectFrom('shift_people').selectAll().where('on_shift_at', 'is not', null).orderBy('name').execute();

/** The person of a name; no two have the same. */
export const findPerson = (db: Reader, name: string): Promise<ShiftPerson | undefined> =>
  db.selectFrom('shift_people').selectAll().where('name', '=', name).executeTakeFirst();

/** Begins somebody's shift at a time, or ends it with null. */
export const setOnShift = (trx: Transaction<Tables>, name: string, at: Iso | null) =>
  trx.updateTable('shift_people').set({ on_shift_at: at }).where('name', '=', name).execute();

export const insertPeople = (trx: Transaction<Tables>, people: readonly Insertable<ShiftPersonTable>[]) =>
  trx.insertInto('shift_people').values(people).execute();

/** Stores somebody; of somebody known by that name it stores only the new telephone number and mail address. */
export async function putPerson(db: Reader, person: Insertable<ShiftPersonTable>): Promise<void> {
  const { phone, mail } = person;
  await db
    .insertInto('shift_people')
    .values(person)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ phone, mail }))
    .execute();
}
