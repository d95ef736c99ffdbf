/** Backups: taken while the server runs, restored into a new place. */
export type { ReplacedCode } from '#server/access/service.ts';
export { BackupError } from './manifest.ts';
export { codesIn } from './replaced-codes.ts';
export { type Restored, type RestoredPlace, restoreBackup } from './restore.ts';
export { takeBackup } from './take.ts';
