/** Restores a backup into a new place. What the server would do by itself with old facts is stopped before it can start. */
import { copyFileSync, existsSync, linkSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '#server/database/open.ts';
import { makeFileOnce, makeFolder, syncFile, syncFolder } from '#server/durable-files.ts';
import { ErasuresFileError, readErasures } from '#server/erasure/service.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { afterRestore } from './after-restore.ts';
import { BackupError, databaseFileIn, erasuresFileIn, keyFileIn, type Manifest, readManifest } from './manifest.ts';
import type { Replaced } from './replaced.ts';
import { restorePostgres } from './restore-postgres.ts';
import { chooseErasures } from './restored-erasures.ts';
import type { TakenOverReport } from './taken-over.ts';

export interface RestoreOptions {
  /** The backup. */
  readonly folder: string;
  /** Where to: a folder without a database, or a PostgreSQL database without tables. */
  readonly config: {
    readonly dataDir: string;
    readonly databaseUrl: string | undefined;
    readonly secretKey: string | undefined;
    readonly erasuresFile: string;
  };
  /** Files of erasures that may know more than the backup: that of the replaced installation. */
  readonly erasures: readonly string[];
  /** Erases again, in a database, what the file of erasures knows and the database does not. @returns how many erasures */
  readonly eraseAgain: (place: RestoredPlace) => Promise<number>;
  /** Makes true in a database what became of its things since the backup (`takeOver`). @returns what it changed, and what is missing */
  readonly takeOver: (place: Omit<RestoredPlace, 'erasuresFile'>, at: string) => Promise<TakenOverReport>;
  /** The replaced database; undefined when it cannot be read any more. */
  readonly replaced: Replaced | undefined;
  readonly now: () => Date;
}

/** The restored database, before any server can use it. */
export interface RestoredPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKey: string;
  readonly erasuresFile: string;
}

export interface Restored {
  readonly takenAt: string;
  readonly restoredAt: string;
  /** What is as in the replaced database, and what was made there since. */
  readonly takenOver: TakenOverReport;
  /** Erasures that were done again. */
  readonly erasedAgain: number;
  /** Whether a file of erasures was found that may know what was erased after the backup. */
  readonly knowsErasures: boolean;
}

const draftName = /^\.restoring-(\d+)$/;

/** Whether another process has this id, whoever runs it. Our own id does not count: in a container each restore may have it. */
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Removes the copies of restores that were killed: people are in them who may have been erased since. */
function dropDeadDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = draftName.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Changes the copy beside its place and links it there: a server never sees it half done, and never loses its own. */
async function restoreSqlite(
  from: string,
  dataDir: string,
  statements: readonly string[],
  change: (draftDir: string) => Promise<void>,
): Promise<void> {
  const place = databaseFile(dataDir);
  const taken = `There is a database in ${dataDir} already. Name a new folder in DATA_DIR.`;
  if (existsSync(place)) throw new BackupError(taken);
  // A journal that an earlier database left would be played back into the restored one at its first opening.
  const left = ['-wal', '-shm', '-journal'].map((end) => `${place}${end}`).find((file) => existsSync(file));
  if (left) throw new BackupError(`${left} belongs to an earlier database. Name a new folder in DATA_DIR.`);
  makeFolder(dataDir);
  dropDeadDrafts(dataDir);
  const draftDir = join(dataDir, `.restoring-${process.pid}`);
  makeFolder(draftDir);
  const draft = databaseFile(draftDir);
  try {
    copyFileSync(from, draft);
    const copy = new DatabaseSync(draft);
    try {
      copy.exec(`begin;\n${statements.join(';\n')};\ncommit`);
    } finally {
      copy.close();
    }
    await change(draftDir);
    syncFile(draft);
    linkSync(draft, place);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new BackupError(taken) : error;
  } finally {
    rmSync(draftDir, { recursive: true, force: true });
  }
  syncFolder(dataDir);
}

/** Refuses a key that would make every code and link of the backup dead. */
function checkKey(key: string, { dataDir, secretKey }: RestoreOptions['config']): void {
  const inFolder = join(dataDir, 'secret.key');
  const there = secretKey ?? (existsSync(inFolder) ? readFileSync(inFolder, 'utf8').trim() : key);
  if (there !== key) {
    throw new BackupError(
      `The key of the backup is another than ${secretKey ? 'SECRET_KEY' : inFolder}. Codes and links hold with their own key alone.`,
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
 * Restores a backup. What was erased after it was taken is erased again before a server can see it.
 *
 * @throws BackupError when the place holds a database already, so also while a server uses it
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, config, replaced, now, erasures, eraseAgain, takeOver } = options;
  const { engine, takenAt } = readManifest(folder);
  const { dataDir, databaseUrl, erasuresFile } = config;
  checkEngine(engine, databaseUrl);
  const key = readFileSync(keyFileIn(folder), 'utf8').trim();
  checkKey(key, config);
  const restoredAt = now().toISOString();
  const statements = afterRestore({ takenAt, restoredAt, codes: replaced?.codes });
  const from = databaseFileIn(folder, engine);
  const known = chooseErasures(erasuresFile, erasures, erasuresFileIn(folder));
  const { file = '', source = '' } = known;
  const again = async (place: Pick<RestoredPlace, 'dataDir' | 'databaseUrl'>): Promise<number> => {
    if (file === '') return 0;
    return eraseAgain({ ...place, secretKey: key, erasuresFile: file }).catch((error: unknown) => {
      if (!(error instanceof ErasuresFileError)) throw error;
      throw new BackupError(error.message.replaceAll(file, source));
    });
  };
  let takenOver: TakenOverReport = { changed: [], missing: [] };
  let erasedAgain = 0;
  const finish = async (place: Pick<RestoredPlace, 'dataDir' | 'databaseUrl'>): Promise<void> => {
    takenOver = await takeOver({ ...place, secretKey: key }, restoredAt);
    erasedAgain = await again(place);
  };
  try {
    // Before anything is restored, which can take long.
    if (source !== '') await readErasures(source, createKeyedHash(key));
    if (databaseUrl) {
      await restorePostgres(from, databaseUrl, statements, async () => {
        await finish({ dataDir, databaseUrl });
        known.place();
      });
    } else {
      await restoreSqlite(from, dataDir, statements, async (draftDir) => {
        await finish({ dataDir: draftDir, databaseUrl });
      });
      // After the database: a server that starts in between finds no file of erasures, or no key to its codes, and refuses.
      known.place();
    }
    if (!databaseUrl && config.secretKey === undefined) makeFileOnce(join(dataDir, 'secret.key'), key);
  } finally {
    known.drop();
  }
  return { takenAt, restoredAt, takenOver, erasedAgain, knowsErasures: known.knowsErasures };
}
