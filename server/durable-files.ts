/** Files and folders that are still there after a power cut: a name is on disk once its folder is synced (fsync(2)). */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

function syncFolder(path: string): void {
  // Windows neither opens folders nor needs it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes a folder that only its owner may enter, with those above it, where there is none. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let parent = dirname(resolve(path)); ; parent = dirname(parent)) {
    syncFolder(parent);
    if (parent === top) return;
  }
}

/**
 * Makes a file that only its owner may read, unless it is there. Of several processes that try at once exactly one makes
 * it, and no other ever sees less than the whole of it.
 */
export function makeFileOnce(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dirname(path));
}
