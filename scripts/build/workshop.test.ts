import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { keptForMs } from './earlier.mjs';
import { openWorkshop } from './workshop.mjs';

/** Starts another process that writes files into a build folder without a pause, like a build whose start was killed. */
async function startWriter(folder: string) {
  const code = `const { mkdirSync, writeFileSync } = require('node:fs');
    const folder = process.argv[1] + process.pid + '/site/assets';
    mkdirSync(folder, { recursive: true });
    console.log('writing');
    for (let n = 0; n < 1e9; n++) { mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/' + (n % 5000), 'x'); }`;
  const writer = spawn(process.execPath, ['-e', code, `${folder}/.unfinished-`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    const gone = once(writer, 'exit');
    writer.kill('SIGKILL');
    await gone;
  });
  await once(writer.stdout, 'data');
  return writer;
}

test('a build begins while one whose start was killed still writes', async () => {
  const output = temporaryFolder();
  const writer = await startWriter(output);
  for (let round = 0; round < 20; round += 1) await openWorkshop(output);
  expect(existsSync(join(output, `.unfinished-${writer.pid}`))).toBe(true);
});

test('what a dead build left is removed by the next', async () => {
  const output = temporaryFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(join(output, `.unfinished-${pid}`, 'site'), { recursive: true });
  const { folder } = await openWorkshop(output);
  expect(readdirSync(output).map((name) => join(output, name))).toEqual([folder]);
});

test('of builds that end at the same moment each publishes, and the site is one of theirs, whole', async () => {
  const output = temporaryFolder();
  const builds = Array.from({ length: 8 }, (_, at) => at + 1);
  const runs = () => true;
  for (let round = 0; round < 20; round += 1) {
    const workshops = await Promise.all(builds.map((pid) => openWorkshop(output, { pid, runs })));
    for (const [at, { siteFolder }] of workshops.entries()) {
      mkdirSync(siteFolder);
      for (const name of ['index.html', 'about.html']) writeFileSync(join(siteFolder, name), `build ${at}`);
    }
    await Promise.all(workshops.map(({ publish }) => publish()));
    const pages = readdirSync(join(output, 'site')).map((name) => readFileSync(join(output, 'site', name), 'utf8'));
    expect(pages).toHaveLength(2);
    expect(new Set(pages).size).toBe(1);
    expect(readdirSync(output)).toEqual(['site']);
  }
});

/** Publishes a site with these files. The content of each is its own name. */
async function publishSite(output: string, files: readonly string[], nowMs = 0): Promise<void> {
  const { siteFolder, publish } = await openWorkshop(output, { now: () => nowMs });
  for (const name of files) {
    mkdirSync(dirname(join(siteFolder, name)), { recursive: true });
    writeFileSync(join(siteFolder, name), name);
  }
  await publish();
}

describe('R260 a page that was opened before an upgrade', () => {
  const published = (output: string) =>
    readdirSync(join(output, 'site'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => relative(join(output, 'site'), join(entry.parentPath, entry.name)))
      .toSorted();

  test('finds its files after it, also after a second one, and pages are those of the last build', async () => {
    const output = temporaryFolder();
    await publishSite(output, ['index.html', 'old.html', 'assets/a-1.js', 'assets/b-1.js', 'desk/assets/d-1.js']);
    await publishSite(output, ['index.html', 'assets/a-2.js', 'assets/b-1.js', 'desk/assets/d-2.js']);
    const first = ['assets/a-1.js', 'assets/b-1.js', 'desk/assets/d-1.js'];
    const second = ['assets/a-2.js', 'desk/assets/d-2.js'];
    expect(published(output)).toEqual([...first, ...second, 'index.html'].toSorted());
    await publishSite(output, ['index.html', 'assets/a-3.js', 'desk/assets/d-3.js']);
    expect(published(output)).toEqual(
      [...first, ...second, 'assets/a-3.js', 'desk/assets/d-3.js', 'index.html'].toSorted(),
    );
    for (const name of published(output)) expect(readFileSync(join(output, 'site', name), 'utf8')).toBe(name);
  });

  test('finds them for thirty days from the build that replaced them, however old they were then', async () => {
    const output = temporaryFolder();
    await publishSite(output, ['assets/a-1.js']);
    await publishSite(output, ['assets/a-2.js'], 2 * keptForMs);
    await publishSite(output, ['assets/a-3.js'], 3 * keptForMs - 1);
    expect(published(output)).toEqual(['assets/a-1.js', 'assets/a-2.js', 'assets/a-3.js']);
    await publishSite(output, ['assets/a-4.js'], 3 * keptForMs);
    expect(published(output)).toEqual(['assets/a-2.js', 'assets/a-3.js', 'assets/a-4.js']);
  });

  test('that a build makes again belongs to that build, and is kept anew when it is replaced', async () => {
    const output = temporaryFolder();
    await publishSite(output, ['assets/a-1.js']);
    await publishSite(output, ['assets/a-2.js']);
    await publishSite(output, ['assets/a-1.js'], keptForMs - 1);
    await publishSite(output, ['assets/a-3.js'], 2 * keptForMs - 1);
    expect(published(output)).toEqual(['assets/a-1.js', 'assets/a-3.js']);
  });
});
