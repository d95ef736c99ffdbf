/** Accounts, factors, devices and notices as rows. */
import type { Insertable, Selectable, UpdateObject } from 'kysely';
import {
  changesAny,
  countChanged,
  countFound,
  dialectOf,
  findsAny,
  type Reader,
  type Storage,
  type Trx,
} from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';
import type { StaffAccountTable, StaffNoticeTable, StaffPasskeyTable } from './tables.ts';

export type Account = Selectable<StaffAccountTable>;
export type Passkey = Selectable<StaffPasskeyTable>;
type Notice = Selectable<StaffNoticeTable>;

/** Whether anybody ever had an account, also in a database that is yet to get its table. */
export async function hasAccounts(db: Storage['db']): Promise<boolean> {
  const tables = await dialectOf(db).tables(db);
  if (!tables.some(({ name }) => name === 'staff_accounts')) return false;
  return db.selectFrom('staff_accounts').select('person_id').limit(1).$call(findsAny);
}

const account = (db: Reader, personId: string) =>
  db.selectFrom('staff_accounts').selectAll().where('person_id', '=', personId);

export const findAccount = (db: Reader, personId: string): Promise<Account | undefined> =>
  account(db, personId).executeTakeFirst();

/**
 * Locks an account until the transaction ends. Code that locks two things of one account locks the account before them and after the
 * people (the order of locks in `server/database/tables.ts`), so that two such transactions run one after the other.
 */
export const lockAccount = (trx: Trx, personId: string): Promise<Account | undefined> =>
  dialectOf(trx).lockRows(account(trx, personId)).executeTakeFirst();

export const findAccounts = async (db: Reader, personIds: readonly string[]): Promise<Account[]> =>
  personIds.length === 0
    ? []
    : db.selectFrom('staff_accounts').selectAll().where('person_id', 'in', personIds).execute();

/** Stores an account. One that exists gets a new password and loses its authenticator app. */
export const putAccount = (trx: Trx, account: Insertable<StaffAccountTable>) =>
  trx
    .insertInto('staff_accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({
        password_hash: account.password_hash,
        password_changed_at: account.password_changed_at,
        totp_secret: null,
        totp_added_at: null,
        totp_used_step: null,
        wrong_codes: 0,
      }),
    )
    .execute();

export const updateAccount = (trx: Trx, personId: string, values: UpdateObject<Tables, 'staff_accounts'>) =>
  trx.updateTable('staff_accounts').set(values).where('person_id', '=', personId).execute();

export const deleteAccount = (trx: Trx, personId: string) =>
  trx.deleteFrom('staff_accounts').where('person_id', '=', personId).execute();

/**
 * Marks the time step of a right code as used. False when this step or a later one was used before, or when the app with this encrypted
 * secret was removed since. When the same code comes twice at once, one of the two gets false.
 */
export const spendTotpStep = (trx: Trx, personId: string, secret: string, step: number): Promise<boolean> =>
  trx
    .updateTable('staff_accounts')
    .set({ totp_used_step: step })
    .where('person_id', '=', personId)
    .where('totp_secret', '=', secret)
    .where(({ or, eb }) => or([eb('totp_used_step', 'is', null), eb('totp_used_step', '<', step)]))
    .$call(changesAny);

/**
 * Counts a code from an unknown device before it is checked. Resolves to the count with this one; undefined when `most` were wrong, so that
 * no more are checked.
 */
export async function countAccountTry(db: Reader, personId: string, most: number): Promise<number | undefined> {
  const counted = await db
    .updateTable('staff_accounts')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('person_id', '=', personId)
    .where('wrong_codes', '<', most)
    .returning('wrong_codes')
    .executeTakeFirst();
  return counted?.wrong_codes;
}

/** Counts a code from a known device. False when `most` were wrong, so that the device does not count as known any more. */
export const countDeviceTry = (db: Reader, personId: string, deviceId: string, most: number): Promise<boolean> =>
  db
    .updateTable('staff_devices')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('person_id', '=', personId)
    .where('id', '=', deviceId)
    .where('wrong_codes', '<', most)
    .$call(changesAny);

/** Counts a code in a session in which a device link was opened. False when `most` were wrong, so that it needs another link. */
export const countSessionTry = (db: Reader, sessionId: string, most: number): Promise<boolean> =>
  db
    .updateTable('staff_sessions')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', sessionId)
    .where('device_link_at', 'is not', null)
    .where('wrong_codes', '<', most)
    .$call(changesAny);

/** A device of a person that was used since a time. */
export const findDevice = (db: Reader, personId: string, id: string, usedSince: Iso) =>
  db
    .selectFrom('staff_devices')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('used_at', '>', usedSince)
    .executeTakeFirst();

export const putDevice = (trx: Trx, personId: string, id: string, at: Iso) =>
  trx
    .insertInto('staff_devices')
    .values({ id, person_id: personId, created_at: at, used_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'id']).doUpdateSet({ used_at: at, wrong_codes: 0 }))
    .execute();

export const deleteDevices = (trx: Trx, personId: string) =>
  trx.deleteFrom('staff_devices').where('person_id', '=', personId).execute();

const passkeys = (db: Reader) => db.selectFrom('staff_passkeys').selectAll();

export const findPasskeysOf = (db: Reader, personId: string): Promise<Passkey[]> =>
  passkeys(db).where('person_id', '=', personId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: Reader, id: string): Promise<Passkey | undefined> =>
  passkeys(db).where('id', '=', id).executeTakeFirst();

/** Adds a passkey. False when there is one of that id. */
export const addPasskey = (trx: Trx, passkey: Insertable<StaffPasskeyTable>): Promise<boolean> =>
  trx
    .insertInto('staff_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .$call(changesAny);

/** Writes that a passkey was used. False when it was removed since it was read. */
export const notePasskeyUse = (trx: Trx, id: string, counter: number, at: Iso): Promise<boolean> =>
  trx.updateTable('staff_passkeys').set({ counter, used_at: at }).where('id', '=', id).$call(changesAny);

/** Deletes a passkey of a person. False when the person has none of that id. */
export const deletePasskey = (trx: Trx, personId: string, id: string): Promise<boolean> =>
  trx.deleteFrom('staff_passkeys').where('id', '=', id).where('person_id', '=', personId).$call(changesAny);

/** Deletes the passkeys, recovery codes and known devices of a person. */
export async function deleteFactors(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('staff_passkeys').where('person_id', '=', personId).execute();
  await deleteRecoveryCodes(trx, personId);
  await deleteDevices(trx, personId);
}

/** Stores new recovery codes of a person in the place of all earlier ones. Their person has yet to say that they kept them. */
export async function replaceRecoveryCodes(
  trx: Trx,
  personId: string,
  hashes: readonly string[],
  at: Iso,
): Promise<void> {
  await deleteRecoveryCodes(trx, personId);
  const rows = hashes.map((hash) => ({ hash, person_id: personId, created_at: at, unkept_since: at }));
  await trx.insertInto('staff_recovery_codes').values(rows).execute();
}

const deleteRecoveryCodes = (trx: Trx, personId: string) =>
  trx.deleteFrom('staff_recovery_codes').where('person_id', '=', personId).execute();

/** Uses a recovery code up. False when there is no such code or it was used before. When two callers try at once, one gets it. */
export const spendRecoveryCode = (trx: Trx, personId: string, hash: string, at: Iso): Promise<boolean> =>
  trx
    .updateTable('staff_recovery_codes')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .$call(changesAny);

/** The recovery codes that a person has now, used or not. */
const recoveryCodes = (db: Reader, personId: string) =>
  db.selectFrom('staff_recovery_codes').where('person_id', '=', personId);

/** Whether a recovery code, used or not, is one of those that a person has now. */
export const hasRecoveryCode = (db: Reader, personId: string, hash: string): Promise<boolean> =>
  recoveryCodes(db, personId).select('hash').where('hash', '=', hash).$call(findsAny);

/** Writes that a person has kept their recovery codes. */
export const noteCodesKept = (trx: Trx, personId: string) =>
  trx.updateTable('staff_recovery_codes').set({ unkept_since: null }).where('person_id', '=', personId).execute();

/** When the recovery codes that a person has now were made, all at once, and whether their person has not said to have kept them. */
export const codesMade = (db: Reader, personId: string) =>
  recoveryCodes(db, personId).select(['created_at', 'unkept_since']).limit(1).executeTakeFirst();

/** The number of unused recovery codes of a person. */
export const countRecoveryCodes = (db: Reader, personId: string): Promise<number> =>
  recoveryCodes(db, personId).where('used_at', 'is', null).$call(countFound);

/** Stores that a challenge was answered. False when it was before. */
export const spendChallenge = (trx: Trx, hash: string, expiresAt: Iso): Promise<boolean> =>
  trx
    .insertInto('staff_used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .$call(changesAny);

/** Deletes at most `limit` answered challenges that ran out before a time. Returns how many. */
export async function deleteChallenges(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const all = db.selectFrom('staff_used_challenges').select('hash').where('expires_at', '<', before);
  const slice = all.orderBy('expires_at').limit(limit);
  return db.deleteFrom('staff_used_challenges').where('hash', 'in', slice).$call(countChanged);
}

/** Deletes at most `limit` devices that were last used before a time. Returns how many. */
export async function deleteOldDevices(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const all = db.selectFrom('staff_devices').select(['person_id', 'id']).where('used_at', '<', before);
  const slice = await all.orderBy('used_at').limit(limit).execute();
  let deleted = 0;
  for (const { person_id, id } of slice) {
    const one = db.deleteFrom('staff_devices').where('person_id', '=', person_id).where('id', '=', id);
    // The device may have been used since the slice was read.
    deleted += await one.where('used_at', '<', before).$call(countChanged);
  }
  return deleted;
}

/** Deletes at most `limit` notices that were written before a time. Returns how many. */
export async function deleteNotices(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const all = db.selectFrom('staff_notices').select('id').where('created_at', '<', before);
  const slice = all.orderBy('created_at').limit(limit);
  return db.deleteFrom('staff_notices').where('id', 'in', slice).$call(countChanged);
}

export const insertNotice = (trx: Trx, notice: Insertable<StaffNoticeTable>) =>
  trx.insertInto('staff_notices').values(notice).execute();

export const findNotice = (db: Reader, id: string): Promise<Notice | undefined> =>
  db.selectFrom('staff_notices').selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes the accounts of people who are gone, with all factors. */
export async function deleteAccountsOf(trx: Trx, personIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('staff_accounts').where('person_id', 'in', personIds).execute();
  await trx.deleteFrom('staff_passkeys').where('person_id', 'in', personIds).execute();
  await trx.deleteFrom('staff_recovery_codes').where('person_id', 'in', personIds).execute();
}

/**
 * The SQL statements that make it safe to sign in to a restored database. Sessions, links and known devices may have been ended since the
 * backup, so all of them are ended. An invitation that was not accepted ends with its link.
 */
export const afterRestore = (restoredAt: Iso): string[] => [
  `update staff_sessions set ended_at = ${quoted(restoredAt)} where ended_at is null`,
  `update staff_links set ended_at = ${quoted(restoredAt)} where used_at is null and ended_at is null`,
  `update staff_invitations set ended_at = ${quoted(restoredAt)}
    where accepted_at is null and confirmed_at is null and ended_at is null`,
  'delete from staff_devices',
];
