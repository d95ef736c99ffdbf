/** Files and folders that are still there after a power cut: a name is on disk once its folder is synced (fsync(2)). */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Whether there is something at a path. A path that the system does not let this user look at is an error, where `existsSync` would
 * say that nothing is there.
 */
export const isAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Makes the names in a folder last. */
export function syncFolder(path: string): void {
  // Windows neither opens folders nor needs it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes what another program wrote into a file last, and the file readable for its owner alone. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fchmodSync(file, 0o600);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a folder that only its owner may enter, with those above it, where there is none. Step by step, because
 * `recursive` never ends where the system lets nobody make a folder, such as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(resolve(path));
  makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start made it in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  syncFolder(parent);
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

/**
 * Puts a file in the place of another one, whose owner and mode it has; where a link leads, and not in the place of the link. Nobody
 * ever sees less than one of the two whole.
 */
export function replaceFile(named: string, content: string): void {
  const path = isAt(named) ? realpathSync(named) : named;
  const before = statSync(path, { throwIfNoEntry: false });
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    if (before) {
      const { uid, gid } = statSync(draft);
      if (uid !== before.uid || gid !== before.gid) chownSync(draft, before.uid, before.gid);
      chmodSync(draft, before.mode);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}
