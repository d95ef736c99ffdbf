import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { SettingName } from './tables.ts';

type Reader = Storage['db'] | Transaction<Tables>;

/** The value of a setting; `undefined` while nobody has set it. */
export async function settingOf(db: Reader, name: SettingName): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Sets a setting, from a time on. */
export const writeSetting = (db: Reader, name: SettingName, value: string, at: Iso) =>
  db
    .insertInto('settings')
    .values({ name, value, changed_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: at }))
    .execute();
