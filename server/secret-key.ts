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

/** The key file is missing, and only the old key would do. */
export class SecretKeyMissingError extends Error {
  override name = 'SecretKeyMissingError';
  constructor(dataDir: string) {
    super(
      `The key that access codes and the desk's accounts were made with, secret.key, is not in ${dataDir}. Put it back from the backup; ` +
        'if it is lost for good, docs/operating.md says what to do under "When the key is lost for good".',
    );
  }
}

/** The key in the data folder; makes one when there is none. Only the start of the server may call this. */
export function loadSecretKey(dataDir: string): string {
  makeFolder(dataDir);
  if (!isAt(fileOf(dataDir))) makeFileOnce(fileOf(dataDir), randomBytes(keyBytes).toString('base64url'));
  return readSecretKey(dataDir);
}

/** The key in the data folder, for a command beside the server. Throws `SecretKeyMissingError` when there is none. */
export function readSecretKey(dataDir: string): string {
  if (!isAt(fileOf(dataDir))) throw new SecretKeyMissingError(dataDir);
  return readFileSync(fileOf(dataDir), 'utf8').trim();
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
