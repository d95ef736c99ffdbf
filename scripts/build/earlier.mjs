/**
 * Keeps files of earlier builds in the site for a while. A page that was opened before an upgrade requests them when somebody uses
 * more of it. Their names contain a hash of their content, so they do not conflict with newer files.
 */
import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders whose file names contain a hash of the content. */
const folders = ['assets', join('desk', 'assets')];

/** Each folder's record, not served: which files are from earlier builds, and the time from which no page has named them. */
const recordFile = '.earlier.json';

/** Long enough for a portal that stays open over a holiday. An older tab is told to reload the page. */
export const keptForMs = 30 * 24 * 60 * 60_000;

/** The result of the work; `otherwise` when a file or folder that it needs is missing. */
async function orWhenMissing(work, otherwise) {
  try {
    return await work();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return otherwise;
  }
}

const namesIn = async (folder) =>
  (await orWhenMissing(() => readdir(folder), [])).filter((name) => !name.startsWith('.'));

async function keepIn(from, to, nowMs) {
  const record = JSON.parse(await orWhenMissing(() => readFile(join(from, recordFile), 'utf8'), '{}'));
  const own = new Set(await namesIn(to));
  const kept = {};
  for (const name of await namesIn(from)) {
    const sinceMs = record[name] ?? nowMs;
    if (own.has(name) || nowMs - sinceMs >= keptForMs) continue;
    await mkdir(to, { recursive: true });
    // Another build may have replaced the published site in the meantime, and has kept the same files.
    const isKept = await orWhenMissing(() => link(join(from, name), join(to, name)).then(() => true), false);
    if (isKept) kept[name] = sinceMs;
  }
  if (Object.keys(kept).length > 0) await writeFile(join(to, recordFile), JSON.stringify(kept));
}

/**
 * Copies the files that earlier builds left in the published site into the site that replaces it.
 *
 * @param {string} published the site that is served now; it may be missing
 * @param {string} next the finished site that replaces it
 * @param {number} nowMs milliseconds since 1970
 */
export async function keepEarlier(published, next, nowMs) {
  for (const folder of folders) await keepIn(join(published, folder), join(next, folder), nowMs);
}
