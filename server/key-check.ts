/**
 * Notices another key than the one that a database was made with, such as of a replica or a shell with another `SECRET_KEY`. With it,
 * codes, links and sessions do not work, and entries of the audit log are written that never verify (docs/decisions/0160).
 */
import type { Reader } from './database/open.ts';
import type { Iso } from './database/tables.ts';
import { isSame, type KeyedHash } from './keyed-hash.ts';
import { settingOf, writeSetting, writeSettingOnce } from './settings/service.ts';

/** The key is another one than the database was made with. */
export class OtherKeyError extends Error {
  override name = 'OtherKeyError';
  constructor() {
    super(
      'The key (SECRET_KEY, or secret.key in DATA_DIR) is another one than this database was made with. Put that key back; ' +
        'if it is lost for good, docs/operating.md says what to do under "When the key is lost for good".',
    );
  }
}

const checkOf = (keyed: KeyedHash): string => keyed.of('key-check', '');

/** Whether this is the key of the database. A database that has noted none yet has no other key. */
export async function isOwnKey(db: Reader, keyed: KeyedHash): Promise<boolean> {
  const noted = await settingOf(db, 'key-check');
  return noted === undefined || isSame(noted, checkOf(keyed));
}

/** Throws `OtherKeyError` when the database was made with another key. */
export async function refuseOtherKey(db: Reader, keyed: KeyedHash): Promise<void> {
  if (!(await isOwnKey(db, keyed))) throw new OtherKeyError();
}

/** The same at a start, which notes the key of a database that has noted none. Of two servers at once, one notes its key. */
export async function agreeOnKey(db: Reader, keyed: KeyedHash, at: Iso): Promise<void> {
  const noted = await settingOf(db, 'key-check');
  if (noted === undefined) await writeSettingOnce(db, 'key-check', checkOf(keyed), at);
  await refuseOtherKey(db, keyed);
}

/** Makes this the key of the database, after the key before was lost. */
export const noteNewKey = (db: Reader, keyed: KeyedHash, at: Iso): Promise<unknown> =>
  writeSetting(db, 'key-check', checkOf(keyed), at);
