/** The key of keyed hashes when the configuration names none: a file in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCodes } from './access/store.ts';
import { lookAtStorage, type Storage, type StorageOptions } from './database/open.ts';
import { isAt, makeFileOnce, makeFolder } from './durable-files.ts';
import { hasAccounts } from './sign-in/store.ts';

const keyBytes = 32;
const fileOf = (dataDir: string) => join(dataDir, 'secret.key');

/** The key file is missing or cut off, and only the old key would do. */
export class SecretKeyMissingError extends Error {
  override name = 'SecretKeyMissingError';
  constructor(dataDir: string, how = `is not in ${dataDir}`) {
    super(
      `The key that access codes and the desk's accounts were made with, secret.key, ${how}. Put it back from the backup; ` +
        'if it is lost for good, docs/operating.md says what to do under "When the key is lost for good".',
    );
  }
}

/** A key has at least this many characters, as `SECRET_KEY` must. A shorter file was cut off, such as by a copy to a full disk. */
const leastCharacters = 32;

/** The key in a file; undefined when the file is cut off. With what is left of a key anybody could make our tokens. */
export function readKeyFile(path: string): string | undefined {
  const key = readFileSync(path, 'utf8').trim();
  return key.length < leastCharacters ? undefined : key;
}

/** The key in the data folder; makes one when there is none. Only the start of the server may call this. */
export function loadSecretKey(dataDir: string): string {
  makeFolder(dataDir);
  if (!isAt(fileOf(dataDir))) makeFileOnce(fileOf(dataDir), randomBytes(keyBytes).toString('base64url'));
  return readSecretKey(dataDir);
}

/** The key in the data folder; undefined when there is none, or part of one. */
export const findSecretKey = (dataDir: string): string | undefined =>
  isAt(fileOf(dataDir)) ? readKeyFile(fileOf(dataDir)) : undefined;

/** The key in the data folder, for a command beside the server. Throws `SecretKeyMissingError` when there is none, or part of one. */
export function readSecretKey(dataDir: string): string {
  if (!isAt(fileOf(dataDir))) throw new SecretKeyMissingError(dataDir);
  const key = readKeyFile(fileOf(dataDir));
  if (key === undefined) throw new SecretKeyMissingError(dataDir, `in ${dataDir} is cut off`);
  return key;
}

/**
 * Throws `SecretKeyMissingError` when the database has access codes or staff accounts and their key is gone: with a new key every
 * code, link, session and authenticator app would stop working. Creates and changes nothing.
 */
export async function refuseLostKey(options: StorageOptions & { secretKey: string | undefined }): Promise<void> {
  if (options.secretKey !== undefined) return;
  // The database is read before the key file: a server that starts at the same time makes its key before its first code.
  const isKeyUsed = async ({ db }: Storage) => (await hasCodes(db)) || (await hasAccounts(db));
  if (await lookAtStorage(options, isKeyUsed)) readSecretKey(options.dataDir);
}
