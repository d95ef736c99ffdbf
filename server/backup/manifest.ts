/** The files of a backup folder. `backup.json` is written last, and shows that the backup is complete. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { storageFaultOf } from '#server/database/open.ts';
import { makeFileOnce } from '#server/durable-files.ts';
import { parseJson } from '#server/json.ts';

/** Why a backup cannot be taken or restored. The message is for the person who asked. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['sqlite', 'postgres']),
  /** ISO-8601, UTC. Everything acknowledged before this time is in the backup. */
  takenAt: z.iso.datetime(),
});
export type Manifest = z.infer<typeof manifest>;

const fileName = 'backup.json';
const databaseNames = { sqlite: 'boxline.sqlite', postgres: 'boxline.sql' } as const;
const keyName = 'secret.key';
const erasuresName = 'erasures.jsonl';

/** Every file that a backup may have. */
export const fileNames: readonly string[] = [...Object.values(databaseNames), keyName, erasuresName, fileName];

/** The copy of the database in the backup folder, by engine. */
export const databaseFileIn = (folder: string, engine: Manifest['engine']): string =>
  join(folder, databaseNames[engine]);

export const keyFileIn = (folder: string): string => join(folder, keyName);

/**
 * The copy of the erasures file. It is missing in a backup from before such files existed, and when no server has started since.
 */
export const erasuresFileIn = (folder: string): string => join(folder, erasuresName);

/**
 * What to tell of a file of a backup, or of a restored one, that could not be written. On a full disk neither SQLite nor the system
 * names the file, and the disk of the database may have room.
 */
export function writingFailed(error: unknown, folder: string, outcome = 'No backup was taken.'): unknown {
  const isFull =
    storageFaultOf(error)?.code === 'SQLITE_FULL' ||
    /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
  if (!isFull) return error;
  return new BackupError(`There is no room in ${folder}. Make room, or name a folder on another disk. ${outcome}`);
}

/** Writes a file of a backup. */
export function writeBackupFile(file: string, content: string): void {
  try {
    makeFileOnce(file, content);
  } catch (error) {
    throw writingFailed(error, dirname(file));
  }
}

export const writeManifest = (folder: string, facts: Omit<Manifest, 'format'>): void =>
  writeBackupFile(join(folder, fileName), `${JSON.stringify({ format: 1, ...facts }, null, 2)}\n`);

/**
 * Reads and checks the `backup.json` of a folder.
 *
 * @throws BackupError when it is missing or cannot be read
 */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, fileName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${folder} holds no whole backup: there is no ${fileName} in it.`);
  }
  const read = z.safeParse(manifest, parseJson(text));
  if (!read.success)
    throw new BackupError(`${join(folder, fileName)} cannot be read: a newer version may have written it.`);
  return read.data;
}

/** When a backup was taken, ISO-8601 in UTC. */
export const takenAtOf = (folder: string): string => readManifest(folder).takenAt;
