import type { Selectable } from 'kysely';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';
import type { SettingName, SettingTable } from './tables.ts';

/** The value of a setting; `undefined` while it is not set. */
export async function settingOf(db: Reader, name: SettingName): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** The value of a setting, which nobody can change until the transaction ends; `undefined` while it is not set. */
export async function lockSettingShared(trx: Trx, name: SettingName): Promise<string | undefined> {
  const one = trx.selectFrom('settings').select('value').where('name', '=', name);
  return (await dialectOf(trx).shareRows(one, 'settings').executeTakeFirst())?.value;
}

/** A setting with its version; `undefined` while it is not set. */
export const findSetting = (db: Reader, name: SettingName) =>
  db.selectFrom('settings').selectAll().where('name', '=', name).executeTakeFirst();

export const everySetting = (db: Reader) => db.selectFrom('settings').selectAll().orderBy('name').execute();

const insert = (db: Reader, name: SettingName, value: string, at: Iso) =>
  db.insertInto('settings').values({ name, value, changed_at: at });

/** Writes a setting with the time of its change, and increases its version. */
export const writeSetting = (db: Reader, name: SettingName, value: string, at: Iso) =>
  insert(db, name, value, at)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ eb }) => ({ value, changed_at: at, version: eb('settings.version', '+', 1) })),
    )
    .execute();

/** Writes a setting that is a time, unless it has a later time already. A time in the future was written by a clock that was ahead. */
export const writeLatest = (db: Reader, name: SettingName, time: Iso, now: Iso) =>
  insert(db, name, time, time)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ eb }) => ({ value: time, changed_at: time, version: eb('settings.version', '+', 1) }))
        .where(({ or, eb }) => or([eb('settings.value', '<', time), eb('settings.value', '>', now)])),
    )
    .execute();

/** Writes a setting unless it is set. */
export const writeSettingOnce = (db: Reader, name: SettingName, value: string, at: Iso) =>
  insert(db, name, value, at)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

/** Writes a setting as it is, version included. */
export const putSetting = (trx: Trx, { name, ...row }: Selectable<SettingTable>) =>
  trx
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();

/** The statement that stores the time of the restore in a restored database. */
export const afterRestore = (restoredAt: Iso): string[] => [
  `insert into settings (name, value, changed_at) values ('last-restore', ${quoted(restoredAt)}, ${quoted(restoredAt)})
    on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
];
