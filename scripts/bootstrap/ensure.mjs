/** Prepares a clone for the start: installs the packages of the lock and builds the site, unless they are current. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusive.mjs';
import { project, projectNode } from './node.mjs';
import { npm, run } from './run.mjs';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

const lock = join(project, 'dist', '.lock');

const siteSources = [
  'brand',
  'client',
  'contract',
  'desk',
  'site',
  'scripts/build',
  'scripts/build.mjs',
  'vite.config.ts',
  'vite.desk.config.ts',
  'package.json',
  'package-lock.json',
];

/** A step failed. The message is for a person; the details are already in the terminal. */
export class StepFailed extends Error {
  name = 'StepFailed';
}

const packages = {
  stampFile: join(project, 'node_modules', '.stamp'),
  stamp: () => hashOf(project, ['package-lock.json', '.npmrc'], [process.platform, process.arch]),
  doing: 'Installing the packages of package-lock.json, which takes a while',
  done: 'Packages installed',
  due: 'The packages have to be installed',
  async make(addChild, stamp) {
    // With NODE_ENV=production npm would leave out the packages that build and check.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code } = await npm(args, { onStart: addChild });
    if (code !== 0)
      throw new StepFailed(
        'npm could not install the packages; its own words are above. Run npm start again when that is fixed.',
      );
    writeStamp(this.stampFile, stamp);
  },
};

const site = {
  stampFile: join(project, 'dist', 'site', '.stamp'),
  stamp: () => hashOf(project, siteSources),
  doing: 'Building the site',
  done: 'Site built',
  due: 'The site has to be built',
  async make(addChild, stamp) {
    // The build writes the stamp into the site before it moves the site into place, because a build that outlives its killed start
    // may move an older site there at any moment.
    const { code } = await run(projectNode(), ['scripts/build.mjs', stamp], { onStart: addChild });
    if (code !== 0) throw new StepFailed('The site could not be built; the reason is above.');
  },
};

const isCurrent = ({ stampFile, stamp }) => readStamp(stampFile) === stamp();

const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Throws a sentence when this user may not write into a folder where something has to be made. */
function requireWritable(folder, { due }) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new StepFailed(
      `${due}, and this user may not write into ${folder} (${error.code}). Run npm run build once as a user who may.`,
    );
  }
}

/** Makes a thing with its stamp, unless the stamp fits the sources. An interrupted run leaves none, so the next starts again. */
async function ensure(thing, say) {
  if (isCurrent(thing)) return;
  requireWritable(join(project, 'dist'), thing);
  const onWait = () => say('Another start is installing or building here; waiting for it (its lock is dist/.lock)');
  await exclusively(
    lock,
    async (addChild) => {
      if (isCurrent(thing)) return;
      const startedAt = performance.now();
      say(thing.doing);
      const stamp = thing.stamp();
      removeStamp(thing.stampFile);
      await thing.make(addChild, stamp);
      say(`${thing.done} in ${seconds(startedAt)}`);
    },
    { onWait },
  );
}

export const ensureInstalled = (say) => ensure(packages, say);
export const ensureBuilt = (say) => ensure(site, say);
