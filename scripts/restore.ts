/** `npm run restore`: restores a backup into a new place. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CarryOverReport,
  carryOver,
  type Replaced,
  type RestoredPlace,
  readReplaced,
  restoreBackup,
  takenAtOf,
} from '#server/backup/service.ts';
import type { Things } from '#server/carry-over.ts';
import { asCall, openStorage, PartlyStoredError, type Storage } from '#server/database/open.ts';
import { CommandError } from './commands/failures.ts';
import { personRequestsOf } from './commands/person-request.ts';
import { type Declare, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine } from './commands/terminal.ts';

/** Whether a typed place is that of a PostgreSQL database, and no folder. */
const isAddress = (typed: string): boolean => /^postgres(ql)?:/.test(typed);

/** The facts of the replaced database; undefined when none is named. Throws a sentence for a person when it cannot be read. */
async function replacedAt(place: string | undefined, takenAt: string): Promise<Replaced | undefined> {
  if (place === undefined) return undefined;
  try {
    return await readReplaced(place, takenAt);
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      `The replaced database cannot be read (${message}). If its disk can only be read, copy its folder to another one and name the copy. ` +
        'Leave --replaces out to go on without it.',
    );
  }
}

/** What a person must know about the access codes after a restore. */
function aboutCodes(codes: Replaced['codes'] | undefined, takenAt: string): string {
  if (codes === undefined)
    return `Codes that were ended after ${clockTime(takenAt)} are valid again. Look through npm run codes -- list and revoke them.\n`;
  const ended = codes.flatMap(({ id, number, revoked_at, expires_at }) => {
    const at = revoked_at ?? expires_at;
    return at !== null && at > takenAt ? [`  code ${number ?? id}  ${clockTime(at)}\n`] : [];
  });
  if (ended.length === 0) return 'No code was ended since.\n';
  return `Codes that were ended since, or end at a time that was set, as in the replaced database:\n${ended.join('')}`;
}

const counted = (count: number, [one, many]: Things): string => `${count} ${count === 1 ? one : many}`;

/** How many names of each kind are listed. The replaced database has all of them. */
const mostNames = 20;

const named = (names: readonly string[]): string => {
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).map(oneLine).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What a person must know about the changes since the backup, which were carried over or are missing. */
function aboutCarriedOver({ changed, missing }: CarryOverReport): string {
  const changes = changed.map(({ count, things }) => counted(count, things)).join(', ');
  const taken =
    changes === ''
      ? 'In the replaced database nothing else had changed since.\n'
      : `Carried over from the replaced database: ${changes}.\n`;
  if (missing.length === 0) return `${taken}Nothing created since the backup is missing.\n`;
  const lines = missing.map(({ names, things }) => `  ${counted(names.length, things)}: ${named(names)}\n`);
  return (
    `${taken}Created since the backup and not restored:\n${lines.join('')}` +
    'With its DATA_DIR or DATABASE_URL npm run leads, npm run requests and the other commands show them. Create again what is needed; ' +
    'a dealership whose access code is named needs a new link.\n'
  );
}

/** The same without a replaced database: everything is as it was at the time of the backup. */
const aboutEverythingBack = (takenAt: string): string =>
  `Without --replaces everything is as it was at ${clockTime(takenAt)}, and nothing that was made since is there.\n` +
  'Who was removed from the staff since can sign in again, at the address of then; roles, passwords, second factors, tokens and webhook endpoints are as they were: look through People and Connections at the desk. ' +
  'So are who is on shift and on call, hours and holidays, the settings (Text Agent, shared codes, who gets alerts), accounts of dealerships that were closed with their names, numbers and contacts, ' +
  'leads that were marked as lost or spam or joined, and a consent to texts that was taken back. ' +
  'Legal holds that were set since are gone: set them again before the night.\n';

/** A server that was seen at most so long ago may still run. */
const justSeenMs = 2 * 60_000;

/** What a person must know about when the replaced database was read. */
function aboutRead(readAt: Date, seenAt: string | null): string {
  const read = `The replaced database was read at ${clockTime(readAt.toISOString())}. What came there later is neither carried over nor named.\n`;
  if (seenAt === null || readAt.getTime() - Date.parse(seenAt) > justSeenMs) return read;
  return `${read}A server was seen on the replaced database at ${clockTime(seenAt)}. Stop it if it still runs, and restore again into a new place.\n`;
}

const aboutErasures = (count: number, known: boolean, takenAt: string): string =>
  known
    ? `${count === 0 ? 'Nothing was erased for a person since.' : `Erased for a person since, and erased again now: ${count}.`}\n`
    : `What was erased for a person after ${clockTime(takenAt)} is not known here, and is back. Name the file of erasures with --erasures, and restore into a new place.\n`;

export const restore: Declare = (command, { config, goByClockOf, now, path, untilStopped, write }) => {
  /** Works in a restored database, by its clock and after migrating it to the current schema. */
  async function inRestored<T>(
    { dataDir, databaseUrl }: Pick<RestoredPlace, 'dataDir' | 'databaseUrl'>,
    work: (storage: Storage) => Promise<T>,
  ): Promise<T> {
    const storage = openStorage({ dataDir, databaseUrl });
    try {
      await goByClockOf(storage);
      await storage.migrate({ restoring: true });
      return await asCall(() => work(storage));
    } catch (error) {
      // What a restore that fails has stored by then is removed again.
      throw error instanceof PartlyStoredError ? error.cause : error;
    } finally {
      await storage.close();
    }
  }

  command
    .description(
      'Restores a backup into a new place: the folder in DATA_DIR, which must hold no database, or the database in ' +
        'DATABASE_URL, which must have no tables (it needs psql). A place that a server uses is refused.',
    )
    .argument('<folder>', 'the folder of the backup', path)
    .option(
      '--replaces <old>',
      'the data folder or postgres:// address that the restored one replaces, when it can still be read: what became of people, codes, dealerships, leads and settings there since the backup is carried over, and what was made there is named. Stop every server on it first',
      (typed) => (isAddress(typed) ? typed : path(typed)),
    )
    .option(
      '--erasures <file>',
      'the file of erasures (ERASURES_FILE) of the replaced installation, when it is neither at its place nor in the folder that --replaces names',
      path,
    )
    .action(async (folder, { replaces, erasures }) => {
      const read = config();
      if (erasures !== undefined && !existsSync(erasures)) {
        throw new CommandError(
          `There is no file ${oneLine(erasures)}. Name the file of erasures, or leave --erasures out. Nothing was restored.`,
        );
      }
      const readAt = now();
      const replaced = await replacedAt(replaces, takenAtOf(folder));
      const inReplaced = replaces !== undefined && !isAddress(replaces) ? [join(replaces, 'erasures.jsonl')] : [];
      const restored = await untilStopped('Nothing was restored.', (stop) =>
        restoreBackup({
          folder,
          config: read,
          erasures: [...inReplaced, ...(erasures === undefined ? [] : [erasures])],
          carryOver: ({ secretKey, ...place }, takenAt) =>
            inRestored(place, (storage) => {
              const times = { takenAt, restoredAt: now().toISOString() };
              return storage.transaction((trx) => carryOver(trx, replaced, { ...times, secretKey }));
            }),
          eraseAgain: (place) => inRestored(place, (storage) => personRequestsOf(storage, place, now).eraseAgain()),
          stop,
        }),
      );
      const { takenAt, carriedOver, erasedAgain, knowsErasures, unchecked, undone } = restored;
      const place =
        read.databaseUrl === undefined ? `DATA_DIR is ${oneLine(read.dataDir)}` : 'DATABASE_URL is this one';
      const shown = write(
        [
          `Restored the backup of ${clockTime(takenAt)}. The server and the commands use it when ${place}, in .env or the environment.\n`,
          replaced ? aboutRead(readAt, replaced.seenAt) : '',
          aboutCodes(replaced?.codes, takenAt),
          replaced ? aboutCarriedOver(carriedOver) : aboutEverythingBack(takenAt),
          'Links to access codes that nobody had used are ended. Send them again from the desk.\n',
          aboutErasures(erasedAgain, knowsErasures, takenAt),
          unchecked === undefined
            ? ''
            : `${oneLine(unchecked)} is sealed with another key than the backup's, so who wrote it could not be checked. It was believed because you named it. If it is not yours, restore again without it.\n`,
          'Requests that were running then are over.\n',
          'What was unsent when the backup was taken waits for you: npm run outbox, then npm run outbox -- --retry ID or all.\n',
        ].join(''),
      );
      if (undone === undefined) return shown;
      // It is said also when nobody reads the rest, as with `head`.
      await shown.catch(() => {});
      throw new CommandError(undone);
    });
};

if (import.meta.main) await runAsProcess('restore', restore);
