/** Runs the commands that the first hour shows, as an operator does who copies them into a shell. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compileCache } from '../../tests/support/compile-cache.ts';
import { eachEngineAlways, temporaryFolder } from '../../tests/support/each-engine.ts';
import { startPersonDeskWithEnv } from '../../tests/support/person.ts';
import { backupCommand, rehearsalCommand } from './commands.ts';

const project = resolve(import.meta.dirname, '../..');
const dayMs = 24 * 60 * 60_000;

/** A folder with an `npm` that runs a command of the project without installing anything. */
function folderWithNpm(): string {
  const folder = temporaryFolder();
  const npm = `#!/bin/sh\nname=$2; shift 3\nexec '${process.execPath}' '${project}/scripts/'"$name.ts" "$@"\n`;
  writeFileSync(join(folder, 'npm'), npm);
  chmodSync(join(folder, 'npm'), 0o755);
  return folder;
}

/** Runs a line in a shell. @returns what it wrote as an error, and its exit code */
function runLine(line: string, cwd: string, environment: Readonly<Record<string, string>>) {
  const PATH = [folderWithNpm(), process.env['PATH']].join(delimiter);
  const env = { ...compileCache, ...environment, PATH };
  return new Promise<{ code: number; err: string }>((done) => {
    execFile('sh', ['-c', line], { cwd, env }, (error, _out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, err });
    });
  });
}

const worked = { code: 0, err: '' };

eachEngineAlways((under) => {
  async function running() {
    const clock = { ahead: 0 };
    const now = () => new Date(Date.now() + clock.ahead);
    const { server, env } = await startPersonDeskWithEnv(under, { now });
    const view = () => server.context.firstHour.lines(null);
    const folder = temporaryFolder();
    const run = (line: string) => runLine(line, folder, env);
    return { ...server, clock, view, folder, run };
  }

  test('R771 the backup that the first hour shows is taken on the first day and on a later one', async () => {
    const { view, run, folder, clock } = await running();
    const first = await view();
    expect(first.backup.state).toBe('open');
    expect(await run(first.backup.command)).toEqual(worked);
    expect((await view()).backup.state).toBe('done');
    clock.ahead = 9 * dayMs;
    const later = await view();
    expect(later.backup.state).toBe('open');
    expect(await run(later.backup.command)).toEqual(worked);
    expect(readdirSync(join(folder, 'backup'))).toHaveLength(2);
  });
});

test('R771 no folder that a shown command makes in the project is ever committed', () => {
  const operating = readFileSync(join(project, 'docs/operating.md'), 'utf8');
  const texts = [backupCommand(new Date()), rehearsalCommand(new Date()), operating].join('\n');
  const folders = [...texts.matchAll(/(?:npm run backup -- |DATA_DIR=)([a-z][\w/-]*)/g)].map(
    ([, folder = '']) => folder,
  );
  expect(folders.length).toBeGreaterThan(3);
  const files = [...new Set(folders)].map((folder) => `${folder}/boxline.sqlite`);
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...files], { cwd: project, encoding: 'utf8' });
  expect(ignored.trim().split('\n')).toEqual(files);
});
