/** The commands that the first hour shows for a backup and for the rehearsal of a restore. Pure. */
import { brand } from '#brand/brand.ts';
import { dayAt } from '#server/calendar.ts';
import type { Config } from '#server/config.ts';

/** A text as one word of a shell. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const today = (at: Date): string => dayAt(at, brand.timeZone);

const backupFolder = (now: Date): string => `backup/${today(now)}`;

/** The command for a backup. Its folder is new each day, because a backup is refused where another one is. */
export const backupCommand = (now: Date): string => `npm run backup -- ${backupFolder(now)}`;

/** How the rehearsal of a restore is done. */
interface Rehearsal {
  readonly command: string;
  /** The new database that has to be made first, on the server of the live one; null with SQLite. */
  readonly database: string | null;
}

/** The address of a database beside the live one, without the password, which no page shows. */
function databaseBeside(liveUrl: string): { name: string; address: string; hadPassword: boolean } {
  const url = new URL(liveUrl);
  const hadPassword = url.password !== '' || url.searchParams.has('password');
  const live = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  const name = `${live || 'boxline'}_rehearsal`;
  url.pathname = `/${encodeURIComponent(name)}`;
  url.password = '';
  url.searchParams.delete('password');
  return { name, address: url.href, hadPassword };
}

/**
 * The command that restores the newest backup beside the live data. Everything that it writes to is named in it, because the
 * configuration names what is live. The live file of erasures is only read: it knows what was erased since the backup.
 *
 * @param backup when the newest backup was taken, and its folder; an earlier version noted none, and showed one of that day
 */
export function rehearsalOf(
  { databaseUrl, erasuresFile }: Pick<Config, 'databaseUrl' | 'erasuresFile'>,
  now: Date,
  { at, folder: taken }: { readonly at: string | null; readonly folder: string | undefined },
): Rehearsal {
  const folder = `rehearsal/${today(now)}`;
  const restore =
    `ERASURES_FILE=${folder}/erasures.jsonl npm run restore -- ${word(taken ?? backupFolder(at === null ? now : new Date(at)))}` +
    ` --erasures ${word(erasuresFile)}`;
  if (databaseUrl === undefined) return { command: `DATA_DIR=${folder} ${restore}`, database: null };
  const { name, address, hadPassword } = databaseBeside(databaseUrl);
  const password = hadPassword ? 'PGPASSWORD=PASSWORD ' : '';
  return { command: `${password}DATABASE_URL=${word(address)} ${restore}`, database: name };
}
