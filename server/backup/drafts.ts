/** What a restore prepares beside its place has the id of its process in its name, so that the next restore knows what is left over. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The name of this process's draft of a file. Without a name it is the draft of a whole data folder. */
export const draftOf = (name = ''): string => `${name}.restoring-${process.pid}`;

/**
 * Whether another process has this id, whichever user runs it. Our own id does not count, because in a container each restore may
 * have the same one.
 */
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
    const pid = found.startsWith(begin) ? found.slice(begin.length) : '';
    if (/^\d+$/.test(pid) && !isRunning(Number(pid))) rmSync(join(folder, found), { recursive: true, force: true });
  }
}
