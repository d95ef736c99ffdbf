/** Restores a backup into a new place. Before a server can start there, all that it would do by itself with old data is stopped. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  type linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as signalsArrive } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { databaseFile } from '#server/database/open.ts';
import { makeFileOnce, makeFolder, nameOnce, syncFile, syncFolder } from '#server/durable-files.ts';
import { ErasuresFileError, readErasures } from '#server/erasure/service.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { readKeyFile } from '#server/secret-key.ts';
import type { CarryOverReport } from './carry-over.ts';
import { checkWhole } from './check-whole.ts';
import { draftOf, draftRemoved, dropDeadDrafts } from './drafts.ts';
import {
  BackupError,
  databaseFileIn,
  erasuresFileIn,
  keyFileIn,
  type Manifest,
  readManifest,
  writingFailed,
} from './manifest.ts';
import { restorePostgres } from './restore-postgres.ts';
import { chooseErasures, sealedSince } from './restored-erasures.ts';

interface RestoreOptions {
  /** The folder of the backup. */
  readonly folder: string;
  /** The target: a folder without a database, or a PostgreSQL database without tables. */
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'erasuresFile'>;
  /** Other files of erasures, such as that of the replaced installation, which may have more entries than the backup. */
  readonly erasures: readonly string[];
  /**
   * Erases again what the file of erasures has and the database does not.
   *
   * @returns the number of erasures
   */
  readonly eraseAgain: (place: RestoredPlace) => Promise<number>;
  /**
   * Brings the restored database up to date, stops what it would do with old data, and carries over the changes since the backup
   * (`carryOver`).
   *
   * @returns what it changed, and what is missing
   */
  readonly carryOver: (place: Omit<RestoredPlace, 'erasuresFile'>, takenAt: string) => Promise<CarryOverReport>;
  /** Ends the restore as if it had failed, until its place is whole. */
  readonly stop?: AbortSignal;
}

/** The restored database, before any server can use it. */
export interface RestoredPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKey: string;
  readonly erasuresFile: string;
}

interface Restored {
  /** When the backup was taken, ISO-8601 in UTC. */
  readonly takenAt: string;
  /** What was carried over from the replaced database, and what was made there since and is missing. */
  readonly carriedOver: CarryOverReport;
  /** The number of erasures that were repeated. */
  readonly erasedAgain: number;
  /** Whether a file of erasures was found that may have the erasures since the backup. */
  readonly knowsErasures: boolean;
  /** The file that was erased by although another key had sealed it, so nobody can check who wrote it. */
  readonly unchecked: string | undefined;
  /** What a person must do before a server starts; undefined as a rule. */
  readonly undone: string | undefined;
}

const nothing = 'Nothing was restored.';

/** Changes a copy beside the target, then gives it that name: no server sees a half-restored database, or loses its own. */
export async function restoreSqlite(
  from: string,
  dataDir: string,
  change: (draftDir: string) => Promise<void>,
  stop?: AbortSignal,
  link?: typeof linkSync,
): Promise<void> {
  const place = databaseFile(dataDir);
  const taken = `There is a database in ${dataDir} already. Name a new folder in DATA_DIR.`;
  if (existsSync(place)) throw new BackupError(taken);
  // SQLite would apply a journal that an earlier database left to the restored one when it is first opened.
  const left = ['-wal', '-shm', '-journal'].map((end) => `${place}${end}`).find((file) => existsSync(file));
  if (left) throw new BackupError(`${left} belongs to an earlier database. Name a new folder in DATA_DIR.`);
  makeFolder(dataDir);
  dropDeadDrafts(dataDir);
  const draftDir = join(dataDir, draftOf());
  makeFolder(draftDir);
  const draft = databaseFile(draftDir);
  let copy: number | undefined;
  try {
    copyFileSync(from, draft);
    // The copy has the mode of the backup, which may be protected from writing.
    chmodSync(draft, 0o600);
    // While it is open, no other file gets its number.
    copy = openSync(draft, 'r');
    await change(draftDir);
    if (statSync(draft, { throwIfNoEntry: false })?.ino !== fstatSync(copy).ino) throw draftRemoved(draft);
    checkWhole(draft, nothing);
    syncFile(draft);
    await signalsArrive();
    stop?.throwIfAborted();
    nameOnce(draft, place, link);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new BackupError(taken)
      : writingFailed(error, dataDir, nothing);
  } finally {
    if (copy !== undefined) closeSync(copy);
    rmSync(draftDir, { recursive: true, force: true });
  }
  syncFolder(dataDir);
}

/** Refuses another key than the backup's, because every code and link of the backup would stop working. */
function checkKey(key: string, { dataDir, secretKey }: RestoreOptions['config']): void {
  const inFolder = join(dataDir, 'secret.key');
  const there = secretKey ?? (existsSync(inFolder) ? readFileSync(inFolder, 'utf8').trim() : key);
  if (there !== key) {
    throw new BackupError(
      `The key of the backup is another than ${secretKey ? 'SECRET_KEY' : inFolder}. Codes and links hold with their own key alone: it is in the backup's secret.key.`,
    );
  }
}

function checkEngine(engine: Manifest['engine'], databaseUrl: string | undefined): void {
  if (engine === (databaseUrl ? 'postgres' : 'sqlite')) return;
  throw new BackupError(
    engine === 'postgres'
      ? 'The backup is of PostgreSQL: name a new, empty database in DATABASE_URL.'
      : 'The backup is of SQLite: leave DATABASE_URL unset and name a new folder in DATA_DIR.',
  );
}

/**
 * Restores a backup. Erasures from after the backup are repeated before a server can use the database.
 *
 * @throws BackupError when the target has a database, which includes one that a server uses
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, config, erasures, eraseAgain, carryOver, stop } = options;
  const { engine, takenAt } = readManifest(folder);
  const { dataDir, databaseUrl, erasuresFile } = config;
  checkEngine(engine, databaseUrl);
  const key = readKeyFile(keyFileIn(folder));
  if (key === undefined)
    throw new BackupError(`${keyFileIn(folder)} is cut off. Take another backup. Nothing was restored.`);
  checkKey(key, config);
  const from = databaseFileIn(folder, engine);
  const keyed = createKeyedHash(key);
  const ofBackup = erasuresFileIn(folder);
  const since = await sealedSince(erasuresFile, erasures, ofBackup, keyed);
  const known = chooseErasures(erasuresFile, erasures, ofBackup, since);
  const { file = '', source = '' } = known;
  const unchecked = since.has(source) ? source : undefined;
  const again = async (place: Pick<RestoredPlace, 'dataDir' | 'databaseUrl'>): Promise<number> => {
    if (file === '') return 0;
    return eraseAgain({ ...place, secretKey: key, erasuresFile: file }).catch((error: unknown) => {
      if (!(error instanceof ErasuresFileError)) throw error;
      // Another restore may have removed the draft.
      known.keep();
      throw new BackupError(error.message.replaceAll(file, source));
    });
  };
  let carriedOver: CarryOverReport = { changed: [], missing: [] };
  let erasedAgain = 0;
  let undone: string | undefined;
  const finish = async (place: Pick<RestoredPlace, 'dataDir' | 'databaseUrl'>): Promise<void> => {
    carriedOver = await carryOver({ ...place, secretKey: key }, takenAt);
    await signalsArrive();
    stop?.throwIfAborted();
    erasedAgain = await again(place);
    known.keep();
  };
  try {
    // Checked first, because restoring can take long.
    if (source !== '' && unchecked === undefined) await readErasures(source, keyed);
    if (databaseUrl)
      await restorePostgres(from, databaseUrl, () => finish({ dataDir, databaseUrl }), stop, known.prepare);
    else {
      const change = (draftDir: string) => {
        known.prepare();
        return finish({ dataDir: draftDir, databaseUrl });
      };
      await restoreSqlite(from, dataDir, change, stop);
    }
    if (!databaseUrl && config.secretKey === undefined) makeFileOnce(join(dataDir, 'secret.key'), key);
    // Placed last: a server that starts before finds no file of erasures, or no key for its codes, and refuses to start. Placed earlier,
    // the file of a restore that was cut off would tell the next one that it has every erasure.
    undone = known.place();
  } finally {
    known.drop();
  }
  return { takenAt, carriedOver, erasedAgain, knowsErasures: known.knowsErasures, unchecked, undone };
}
