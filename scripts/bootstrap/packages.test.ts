/** Tests the commands of package.json in a clone without installed packages, and on a Node that does not read TypeScript. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';

const project = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ofTypeScript = Object.entries(scripts).filter(([, line]) => line.includes('.ts'));

test('R348 each command that is written in TypeScript first looks whether it can run', () => {
  expect(ofTypeScript.length).toBeGreaterThan(20);
  for (const [name, line] of ofTypeScript) {
    expect(line, name).toMatch(/node --import \.\/scripts\/bootstrap\/packages\.mjs \S+\.ts/);
  }
});

test('R348 R828 a command in a clone without packages that it can read says in one sentence what to do', () => {
  const folder = temporaryFolder();
  cpSync(join(project, 'scripts'), join(folder, 'scripts'), { recursive: true });
  const run = (...options: string[]) => {
    const args = ['--import', './scripts/bootstrap/packages.mjs', ...options, 'scripts/codes.ts', 'list'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return { status, stderr };
  };
  const told = { status: 1, stderr: expect.stringMatching(/^The packages are not installed.* Run npm ci, .*\n$/) };
  expect(run()).toEqual(told);
  expect(run('--no-strip-types')).toEqual(told);

  // A link to itself stands for packages that this user may not read, because these tests may run as a user with all permissions.
  symlinkSync('node_modules', join(folder, 'node_modules'));
  const refused = {
    status: 1,
    stderr: expect.stringMatching(/^\S+ cannot be used: .*\(ELOOP\)\. .*umask 022; npm run build.*\n$/),
  };
  expect(run()).toEqual(refused);
});
