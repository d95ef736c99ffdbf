/**
 * What a restore prepares beside its place has the id of its process in its name, so that the next restore knows what is left over. The
 * rest of the name is unique: processes of two containers that share the folder may have the same id.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './manifest.ts';

/** A new name for a draft of a file. Without a name it is the draft of a whole data folder. */
export const draftOf = (name = ''): string => `${name}.restoring-${process.pid}.${randomUUID()}`;

/** Whether another process has this id, whoever runs it. Not our own: in a container each restore may have the same one. */
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Removes the drafts that killed restores left in a folder: they may name or contain people who have been erased since. */
export function dropDeadDrafts(folder: string, name = ''): void {
  const begin = `${name}.restoring-`;
  for (const found of readdirSync(folder)) {
    const [, pid] = (found.startsWith(begin) && /^(\d+)(\.|$)/.exec(found.slice(begin.length))) || [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, found), { recursive: true, force: true });
  }
}

/** A restore in another container, whose processes are not seen here, took this one for killed. */
export const draftRemoved = (draft: string): BackupError =>
  new BackupError(`Another restore has removed ${draft} while this one ran. Restore again. Nothing was restored.`);
