/**
 * Files of earlier builds stay in the site for a while. A page that was opened before an upgrade asks for them when somebody uses
 * more of it, and their names hold a digest of their content, so they are in nobody's way.
 */
import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders whose files are named by their content. */
const folders = ['assets', join('desk', 'assets')];

/** In each of them: which files are from earlier builds, and since when no page names them any more. It is not served. */
const recordFile = '.earlier.json';

/** Long enough for a portal that is left open over a holiday. An older tab is told to load the page again. */
export const keptForMs = 30 * 24 * 60 * 60_000;

/** What the work comes to; `otherwise` when a file or folder that it needs is missing. */
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
    // Another build may have moved the published site meanwhile, and has kept the same files.
    const isKept = await orWhenMissing(() => link(join(from, name), join(to, name)).then(() => true), false);
    if (isKept) kept[name] = sinceMs;
  }
  if (Object.keys(kept).length > 0) await writeFile(join(to, recordFile), JSON.stringify(kept));
}

/**
 * Takes what earlier builds left in the published site over into the one that replaces it.
 *
 * @param {string} published the site that is served now; it may be missing
 * @param {string} next the finished site that takes its place
 * @param {number} nowMs milliseconds since 1970
 */
export async function keepEarlier(published, next, nowMs) {
  for (const folder of folders) await keepIn(join(published, folder), join(next, folder), nowMs);
}
