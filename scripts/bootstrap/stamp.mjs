/** A stamp is the hash of a made thing's sources. It is written last, so a thing whose making was interrupted has none. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

function* filesIn(path) {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

/**
 * The hash of files and folders, with their names. Tests are left out, because nothing is made from them.
 *
 * @param {string} root
 * @param {string[]} paths relative to `root`
 * @param {string[]} [facts] other inputs that decide the result
 */
export function hashOf(root, paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const file of paths.flatMap((path) => [...filesIn(join(root, path))])) {
    if (/\.test\.\w+$/.test(file)) continue;
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The stamp in a file; undefined when there is none.
 *
 * @param {string} path
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

export const writeStamp = (path, stamp) => writeFileSync(path, stamp);

export const removeStamp = (path) => rmSync(path, { force: true });
