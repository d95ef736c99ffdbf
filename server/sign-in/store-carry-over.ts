/**
 * After a restore, carries over the factors of the replaced database, so that a factor that was changed, removed or used up since the
 * backup stays so.
 */

import { defineCarryOver, defineRowCarryOver } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import { idsOf } from '#server/rows.ts';
import { createSecretBox } from '#server/secret-box.ts';
import { deleteAccountsOf, updateAccount } from './store.ts';
import { changeInvitation } from './store-links.ts';

const accountIds = async (trx: Trx) =>
  new Set((await trx.selectFrom('staff_accounts').select('person_id').execute()).map(({ person_id }) => person_id));

/** Whether the restored server's key opens a secret. A secret that was encrypted with another key is useless to it. */
function opens(secretKey: string, encrypted: string | null): encrypted is string {
  return encrypted !== null && createSecretBox(secretKey).decrypt('totp-secret', encrypted) !== undefined;
}

const accounts = defineCarryOver(
  'staff_accounts',
  { things: ['account', 'accounts'] },
  async (trx, rows, { secretKey }) => {
    const replaced = new Map(rows.map((row) => [row.person_id, row]));
    const restored = await trx.selectFrom('staff_accounts').selectAll().execute();
    let changed = 0;
    for (const account of restored) {
      const row = replaced.get(account.person_id);
      if (!row) {
        await deleteAccountsOf(trx, [account.person_id]);
        changed += 1;
        continue;
      }
      const totp_secret = opens(secretKey, row.totp_secret) ? row.totp_secret : null;
      const { password_hash, password_changed_at, totp_used_step } = row;
      if (password_hash !== account.password_hash || totp_secret !== account.totp_secret) changed += 1;
      const totp_added_at = totp_secret === null ? null : row.totp_added_at;
      const values = { password_hash, password_changed_at, totp_secret, totp_added_at, totp_used_step };
      await updateAccount(trx, account.person_id, values);
    }
    return changed;
  },
);

const passkeys = defineCarryOver('staff_passkeys', { things: ['passkey', 'passkeys'] }, async (trx, rows) => {
  const [people, restored] = [await accountIds(trx), await trx.selectFrom('staff_passkeys').select('id').execute()];
  const kept = rows.filter(({ person_id }) => people.has(person_id));
  const ids = new Set(idsOf(kept));
  await trx.deleteFrom('staff_passkeys').execute();
  for (const row of kept) await trx.insertInto('staff_passkeys').values(row).execute();
  return restored.filter(({ id }) => !ids.has(id)).length;
});

const codeThings = ['recovery code', 'recovery codes'] as const;

const recoveryCodes = defineCarryOver('staff_recovery_codes', { things: codeThings }, async (trx, rows) => {
  const people = await accountIds(trx);
  const unused = await trx.selectFrom('staff_recovery_codes').select('hash').where('used_at', 'is', null).execute();
  const kept = rows.filter(({ person_id }) => people.has(person_id));
  const works = new Set(kept.flatMap(({ hash, used_at }) => (used_at === null ? hash : [])));
  await trx.deleteFrom('staff_recovery_codes').execute();
  for (const row of kept) await trx.insertInto('staff_recovery_codes').values(row).execute();
  return unused.filter(({ hash }) => !works.has(hash)).length;
});

/** Ends the invitations that were withdrawn since the backup. */
const invitations = defineRowCarryOver(
  'staff_invitations',
  { things: ['invitation', 'invitations'] },
  async (trx, { id, ended_at }) => ended_at !== null && changeInvitation(trx, id, { ended_at }),
);

/** The order matters: passkeys and recovery codes are carried over only for the accounts that are left. */
export const carriedOverFactors = [invitations, accounts, passkeys, recoveryCodes] as const;
