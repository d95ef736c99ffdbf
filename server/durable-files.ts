/** Writes files and folders that survive a power cut: a name is on disk only once its folder is synced (fsync(2)). */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Whether something is at a path. Throws when the system does not let this user look, where `existsSync` would say no. */
export const isAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Reads a text. An error names the file, which the system leaves out when it is a folder. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

/** Puts the names in a folder on disk. */
export function syncFolder(path: string): void {
  // Windows cannot open folders, and does not need it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Puts a file that another program wrote on disk, and makes it readable only by its owner. */
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
 * Makes a folder that only its owner may enter, and missing folders above it. It goes step by step, because `recursive` never ends
 * where the system lets nobody make a folder, such as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    // To read a file as a folder fails with the system's own error, which names it.
    if (!statSync(path).isDirectory()) readdirSync(path);
    return;
  }
  const parent = dirname(resolve(path));
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made the folder at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  syncFolder(parent);
}

/** The codes of a file system without hard links, such as that of a USB disk. */
const noLinks = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Gives a whole file its name, unless the name is taken. When several processes try at once, exactly one succeeds. Where the file
 * system has no hard links, a reader of the same moment may see an empty file.
 *
 * @throws Error with the code EEXIST when the name is taken
 */
export function nameOnce(draft: string, path: string, link = linkSync): void {
  try {
    link(draft, path);
  } catch (error) {
    if (!noLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    closeSync(openSync(path, 'wx', 0o600));
    renameSync(draft, path);
  }
}

/** Makes a file that only its owner may read, unless it exists, in the manner of `nameOnce`. */
export function makeFileOnce(path: string, content: string, link = linkSync): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    nameOnce(draft, path, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

/**
 * Writes files of one folder that only their owner may read, in the place of those that have their names. Each gets its name when
 * all are on the disk, so what has one is whole. When one cannot be written or named, none is left.
 */
export function writeTogether(folder: string, files: Readonly<Record<string, string>>): void {
  const drafts = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    return { path, draft: `${path}.${randomUUID()}`, content };
  });
  const named: string[] = [];
  try {
    for (const { draft, content } of drafts) writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    for (const { draft, path } of drafts) {
      renameSync(draft, path);
      named.push(path);
    }
  } catch (error) {
    for (const path of [...named, ...drafts.map(({ draft }) => draft)]) rmSync(path, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** The path that a name leads to through symbolic links. The file itself need not be there. */
export function targetOf(named: string): string {
  if (isAt(named)) return realpathSync(named);
  const isLink = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? targetOf(resolve(dirname(named), readlinkSync(named))) : named;
}

/** Moves a file to a path, in the place of the file that is there. That one's owner and mode stay. */
export function moveOver(draft: string, path: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before) {
    const { uid, gid } = statSync(draft);
    if (uid !== before.uid || gid !== before.gid) chownSync(draft, before.uid, before.gid);
    chmodSync(draft, before.mode);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/**
 * Replaces a file, and keeps its owner and mode. For a symbolic link, replaces the file that it leads to. Readers see either the
 * whole old file or the whole new one.
 */
export function replaceFile(named: string, content: string): void {
  const path = targetOf(named);
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    moveOver(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
