/** Backups: taken while the server runs, restored into a new place. */
export type { LaterRevocation } from './after-restore.ts';
export { BackupError } from './manifest.ts';
export { type Restored, restoreBackup } from './restore.ts';
export { revokedIn } from './revoked-since.ts';
export { takeBackup } from './take.ts';
