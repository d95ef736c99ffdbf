/** Takes a backup while the server runs: the database as it is at one moment, and the key. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as signalsArrive } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { databaseFile } from '#server/database/open.ts';
import { isAt, makeFolder, syncFile } from '#server/durable-files.ts';
import type { Environment } from '#server/environment.ts';
import { fileIdOf, fileIdOfDatabase } from '#server/erasure/service.ts';
import { readSecretKey } from '#server/secret-key.ts';
import { settingOf, writeLatest, writeSetting } from '#server/settings/service.ts';
import { checkWhole } from './check-whole.ts';
import { dumpPostgres } from './dump.ts';
import {
  BackupError,
  databaseFileIn,
  erasuresFileIn,
  fileNames,
  keyFileIn,
  writeBackupFile,
  writeManifest,
  writingFailed,
} from './manifest.ts';

interface TakeOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'erasuresFile'>;
  /** A folder that does not exist yet, or is empty. */
  readonly folder: string;
  /** Makes the backup fail when it is aborted before the backup is complete. */
  readonly stop?: AbortSignal;
}

interface TakenBackup {
  readonly takenAt: string;
  /** Why the backup's time is not in the database; absent when it is. */
  readonly notRecorded?: string;
}

/** Copies the SQLite file in a read transaction, which blocks no writer, and checks the copy. */
function copySqlite(dataDir: string, to: string): void {
  const source = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  try {
    source.prepare('vacuum into ?').run(to);
  } catch (error) {
    throw writingFailed(error, dirname(to));
  } finally {
    source.close();
  }
  checkWhole(to, 'No backup was taken.');
}

/** Creates the copy's file. Of two backups that start in one folder at once, only one may write there. */
function claim(file: string, folder: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(`Another backup is being written into ${folder}. Name a new folder for each backup.`);
  }
}

/**
 * The database's file of erasures; undefined when it has never had one. A backup without the file would bring back the people whom it names.
 *
 * @throws BackupError when the file is missing, such as while its share is not mounted, or is another database's
 */
async function readErasuresOf({ db }: TakeOptions['storage'], file: string): Promise<string | undefined> {
  const fileId = await fileIdOfDatabase(db);
  const text = isAt(file) ? readFileSync(file, 'utf8') : undefined;
  if (fileId === null || (text !== undefined && fileIdOf(text) === fileId)) return text;
  throw new BackupError(
    `${text === undefined ? `The file of erasures, ${file}, is not there` : `${file} is not the file of erasures of this database`}. ` +
      'Mount its storage, or name the file in ERASURES_FILE. No backup was taken.',
  );
}

async function writeFiles({ storage, config, folder, stop }: TakeOptions, takenAt: string): Promise<void> {
  const { engine } = storage;
  const { databaseUrl, dataDir, secretKey, erasuresFile } = config;
  const file = databaseFileIn(folder, engine);
  if (databaseUrl) await dumpPostgres(databaseUrl, file, stop);
  else copySqlite(dataDir, file);
  syncFile(file);
  // Copied after the database, so that restoring this backup repeats the erasures that happen in between.
  const erasures = await readErasuresOf(storage, erasuresFile);
  if (erasures !== undefined) writeBackupFile(erasuresFileIn(folder), erasures);
  writeBackupFile(keyFileIn(folder), secretKey ?? readSecretKey(dataDir));
  // SQLite's copy is one call, in which no signal arrives.
  await signalsArrive();
  stop?.throwIfAborted();
  writeManifest(folder, { engine, takenAt });
}

/** Removes the files of a backup, also those that another program wrote beside them. */
function removeFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (fileNames.some((ours) => name.startsWith(ours))) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Writes the backup and records its time in the database. When it resolves, all of it is on the disk. When it fails, the folder is
 * empty: a backup that is taken each night on a full disk would otherwise leave part of a database each night.
 *
 * @returns when it was taken, ISO-8601 in UTC, and why its time is not in the database, if it is not: the backup is complete
 * without that
 * @throws BackupError when the folder is not empty or the copy failed
 */
export async function takeBackup(options: TakeOptions): Promise<TakenBackup> {
  const { storage, folder, now } = options;
  makeFolder(folder);
  if (readdirSync(folder).length > 0)
    throw new BackupError(`${folder} is not empty. Name a new folder for each backup.`);
  const takenAt = now().toISOString();
  claim(databaseFileIn(folder, storage.engine), folder);
  try {
    await writeFiles(options, takenAt);
  } catch (error) {
    removeFiles(folder);
    throw error;
  }
  try {
    await storage.transaction(async (trx) => {
      const at = now().toISOString();
      await writeLatest(trx, 'last-backup', takenAt, at);
      // A backup that began later may have ended before.
      if ((await settingOf(trx, 'last-backup')) === takenAt)
        await writeSetting(trx, 'last-backup-folder', resolve(folder), at);
    });
    return { takenAt };
  } catch (error) {
    return { takenAt, notRecorded: (error as Error).message };
  }
}
