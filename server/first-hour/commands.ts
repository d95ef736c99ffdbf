/** The commands that the first hour shows for a backup. Pure. */
import { brand } from '#brand/brand.ts';
import { type Day, dayAt } from '#server/calendar.ts';

const today = (at: Date): Day => dayAt(at, brand.timeZone);

const backupFolder = (day: Day): string => `backup/${day}`;

/** The command for a backup. Its folder is new each day, because a backup is refused where another one is. */
export const backupCommand = (now: Date): string => `npm run backup -- ${backupFolder(today(now))}`;

/** The command for a rehearsal of the restore, from the backup of today. */
export const rehearsalCommand = (now: Date): string =>
  `DATA_DIR=rehearsal npm run restore -- ${backupFolder(today(now))}`;
