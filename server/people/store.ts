import type { Selectable, Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { ShiftPersonTable } from './tables.ts';

type Reader = Storage['db'] | Transaction<Tables>;
export type ShiftPerson = Selectable<ShiftPersonTable>;

export const peopleOnShift = (db: Reader): Promise<ShiftPerson[]> =>
  db.selectFrom('shift_people').selectAll().where('on_shift_at', 'is not', null).orderBy('name').execute();
