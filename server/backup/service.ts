/** Backups, which are taken while the server runs and restored into a new place. */

export { type CarryOverReport, carryOver } from './carry-over.ts';
export { BackupError, takenAtOf } from './manifest.ts';
export { type Replaced, readReplaced } from './replaced.ts';
export { type RestoredPlace, restoreBackup } from './restore.ts';
export { takeBackup } from './take.ts';
