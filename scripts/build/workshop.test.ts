import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { openWorkshop } from './workshop.mjs';

/** Fills a folder with files without a pause, in another process, as a build whose start was killed does. */
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
