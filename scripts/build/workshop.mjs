/**
 * A build's own folder beside the site. It is moved into the site's place when the build is complete. Builds may run at the same
 * time, because a build whose start was killed continues for some seconds.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../bootstrap/exclusive.mjs';
import { keepEarlier } from './earlier.mjs';

const prefix = '.unfinished-';
const publishTries = 20;

/** Removes the folders of dead builds. A living build still writes into its folder, and removes it itself. */
async function removeLeftovers(output, runs) {
  const left = (await readdir(output)).filter((name) => name.startsWith(prefix));
  const dead = left.filter((name) => !runs(Number.parseInt(name.slice(prefix.length), 10)));
  await Promise.all(dead.map((name) => rm(join(output, name), { recursive: true, force: true })));
}

/**
 * Opens an empty folder for one build.
 *
 * @param {string} output the folder that holds the site, made when it is missing
 * @param {object} [options] for tests
 * @param {number} [options.pid] of the process that builds
 * @param {(pid: number) => boolean} [options.runs] whether a process is alive
 * @param {() => number} [options.now] milliseconds since 1970
 * @returns the folder, `siteFolder` and `prerenderFolder` in it, and `publish`
 */
export async function openWorkshop(output, { pid = process.pid, runs = isAlive, now = Date.now } = {}) {
  await mkdir(output, { recursive: true });
  await removeLeftovers(output, runs);
  const folder = join(output, `${prefix}${pid}`);
  // A folder with this pid is from an earlier process, because this one has just begun.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const siteFolder = join(folder, 'site');

  /** Moves the finished site into place and removes the build's folder. Of several builds, the site of the last to end stays. */
  async function publish() {
    const place = join(output, 'site');
    await keepEarlier(place, siteFolder, now());
    for (let tries = 1; ; tries += 1) {
      try {
        await rename(place, join(folder, `replaced-${tries}`));
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
      try {
        await rename(siteFolder, place);
        break;
      } catch (error) {
        // Another build moved its site into place between the two renames.
        if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || tries === publishTries) throw error;
      }
    }
    await rm(folder, { recursive: true });
  }

  return { folder, siteFolder, prerenderFolder: join(folder, 'prerender'), publish };
}
