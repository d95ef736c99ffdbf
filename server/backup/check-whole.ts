/** Checks a file of SQLite before anybody relies on it. */
import { DatabaseSync } from 'node:sqlite';
import { BackupError } from './manifest.ts';

/**
 * Moves what is still in the log of a database into its file, and looks whether that is damaged. A connection that closes on a full
 * disk leaves its log beside the file, and reports nothing.
 *
 * @param outcome the sentence about what was done when it fails
 * @throws BackupError when the file is damaged, or another program keeps it open
 */
export function checkWhole(file: string, outcome: string): void {
  const database = new DatabaseSync(file);
  try {
    const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
    if (busy !== 0) throw new BackupError(`${file} is in use by another program. ${outcome}`);
    const { quick_check: verdict } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (verdict !== 'ok') throw new BackupError(`The copy of the database is damaged: ${verdict}. ${outcome}`);
  } finally {
    database.close();
  }
}
