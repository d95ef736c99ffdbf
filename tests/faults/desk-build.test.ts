import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { projectNode } from '../../scripts/bootstrap/node.mjs';
import { temporaryFolder } from '../support/each-engine.ts';

const project = resolve(import.meta.dirname, '../..');
const sources = [
  'brand',
  'client',
  'contract',
  'desk',
  'scripts',
  'site',
  'package.json',
  'vite.config.ts',
  'vite.desk.config.ts',
  'tsconfig.json',
];

/** Builds a copy of the project. Returns its public files by name. */
function build(copy: string, ...options: string[]): Map<string, string> {
  const run = spawnSync(projectNode(), ['scripts/build.mjs', ...options], { cwd: copy, encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
  const folder = join(copy, 'dist/site');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const outside = names.filter((name) => !name.startsWith('desk/'));
  return new Map(outside.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

test('R96 the public site is the same, byte for byte, when the project has no desk', { timeout: 120_000 }, () => {
  const copy = temporaryFolder();
  for (const name of sources) cpSync(join(project, name), join(copy, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  const withDesk = build(copy);
  rmSync(join(copy, 'desk'), { recursive: true });
  const without = build(copy, '--without-desk');
  expect([...without.keys()].sort()).toEqual([...withDesk.keys()].sort());
  expect(without.size).toBeGreaterThan(50);
  for (const [name, content] of without) expect(content === withDesk.get(name), name).toBe(true);
});
