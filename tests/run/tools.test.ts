import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { project, projectNode } from '../../scripts/bootstrap/node.mjs';

/** Nobody but root installs anything, and Chromium is not where it should be. */
const withoutChromium = ['--import', 'data:text/javascript,process.getuid = () => 1000'];

test.each(['bench/pages.ts', 'tests/e2e/shots/main.ts', 'tests/e2e/shots/pictures.ts'])(
  'R1315 %s says in one sentence what to do where Chromium is missing and cannot be installed',
  async (program) => {
    const child = spawn(projectNode(), [...withoutChromium, program], {
      cwd: project,
      env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const sentence = 'Chromium is not installed: install Chromium or name it in CHROMIUM_PATH\n';
    expect([said, complained, child.exitCode]).toEqual(['', sentence, 1]);
  },
);
