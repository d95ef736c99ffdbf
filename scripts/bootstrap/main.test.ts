import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { run } from './run.mjs';

const main = resolve(import.meta.dirname, 'main.mjs');

/** Runs `main` with some work, in a process of its own. */
const runMain = (work: string) =>
  run(
    process.execPath,
    ['--input-type=module', '-e', `import { main } from '${main}'; await main(async () => ${work});`],
    {
      capture: true,
    },
  );

it('R828 a file that the start may not read is named in one sentence, with what to do', async () => {
  const file = join(temporaryFolder(), '.stamp');
  // A link to itself stands for a file without permissions, because these tests may run as a user with all permissions.
  symlinkSync(file, file);
  const { code, output } = await runMain(`(await import('node:fs')).readFileSync('${file}')`);
  expect(output).toMatch(/^\S+\.stamp cannot be used: .*\(ELOOP\)\. .*umask 022; npm run build.*\n$/);
  expect(code).toBe(1);
});

it('R828 a program that is not there, such as npm, is named in one sentence', async () => {
  const { code, output } = await runMain(
    `(await import('${resolve(import.meta.dirname, 'run.mjs')}')).run('no-such-npm', [])`,
  );
  expect(output).toMatch(/^no-such-npm cannot be started: .*\n$/);
  expect(code).toBe(1);
});

it('R828 a fault of the program itself keeps its stack', async () => {
  const { code, output } = await runMain(`{ throw new TypeError('ours') }`);
  expect(output).toMatch(/TypeError: ours\n +at /);
  expect(code).toBe(1);
});
