/** `npm start` against the clock: interrupted while it builds, and twice at once in one folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/each-engine.ts';
import { copyProject } from '../support/project-copy.ts';

const readyWithinMs = 60_000;
const ownProject = join(import.meta.dirname, '..', '..');

/** The address in what a start said. */
const urlIn = (said: string): string =>
  (/^Ready at (\S+)$/m.exec(said)?.[1] ?? '').replace('//localhost', '//127.0.0.1');

/** The project's files in a folder of their own, never built, with the installed packages. */
function freshCopy(): string {
  const folder = temporaryFolder();
  copyProject(folder);
  return folder;
}

interface Start {
  readonly child: ChildProcess;
  /** The whole output so far. */
  said(): string;
  /** Resolves when the output contains the words. */
  saying(words: string): Promise<void>;
}

/** Whether a build has begun in the folder and its site is not in place yet. */
const unfinishedIn = (folder: string) =>
  existsSync(join(folder, 'dist')) && readdirSync(join(folder, 'dist')).some((name) => name.startsWith('.unfinished'));

function start(folder: string, dataDir: string, { detached = false } = {}): Start {
  const env = { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const saying = async (words: string) => {
    await expect.poll(() => text, { timeout: readyWithinMs, interval: 20 }).toContain(words);
  };
  return { child, said: () => text, saying };
}

test('a build that was killed with its start is begun again at the next one', async () => {
  const folder = freshCopy();
  const killed = start(folder, join(folder, 'data'), { detached: true });
  await killed.saying('Building the site');
  await expect.poll(() => unfinishedIn(folder), { interval: 10 }).toBe(true);
  process.kill(-(killed.child.pid as number), 'SIGKILL');

  const next = start(folder, join(folder, 'data'));
  await next.saying('Ready at');
  expect(next.said()).toContain('Site built');
});

test('a build whose start alone was killed is waited for and used', async () => {
  const folder = freshCopy();
  const killed = start(folder, join(folder, 'data'));
  await killed.saying('Building the site');
  await expect.poll(() => unfinishedIn(folder), { interval: 10 }).toBe(true);
  killed.child.kill('SIGKILL');

  const next = start(folder, join(folder, 'data'));
  await next.saying('Ready at');
  expect(next.said()).toContain('waiting for it');
  expect(next.said()).not.toContain('Building the site');
});

test('a build that nobody waits for any more is in nobody’s way', async () => {
  const folder = freshCopy();
  const orphan = spawn(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'ignore' });
  const gone = once(orphan, 'exit');
  await expect.poll(() => unfinishedIn(folder), { interval: 10 }).toBe(true);
  const next = start(folder, join(folder, 'data'));
  await next.saying('Ready at');
  // The next build removes what this one left.
  await gone;
});

test.skipIf(process.getuid?.() !== 0)('R766 a start that has to build and may not says who has to', async () => {
  const folder = freshCopy();
  chmodSync(folder, 0o755);
  const nobody = 65534;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    uid: nobody,
    gid: nobody,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toMatch(/^The (packages have|site has) to be .* Run npm run build once as a user who may\.\n$/);
});

test('two starts at once build once, and both serve; a third has nothing to do', async () => {
  const folder = freshCopy();
  const both = [start(folder, join(folder, 'one')), start(folder, join(folder, 'two'))];
  await Promise.all(both.map(({ saying }) => saying('Ready at')));
  const built = both.filter(({ said }) => said().includes('Site built'));
  expect(built).toHaveLength(1);

  const third = start(folder, join(folder, 'three'));
  await third.saying('Ready at');
  expect(third.said()).not.toContain('Building');
});

test('R867 a server whose start was killed ends by itself, and one whose shell has ended says so', async () => {
  const killed = start(ownProject, temporaryFolder());
  await killed.saying('Ready at');
  killed.child.kill('SIGKILL');
  const serves = () =>
    fetch(`${urlIn(killed.said())}/healthz`).then(
      () => 'serves',
      () => 'is gone',
    );
  await expect.poll(serves, { timeout: readyWithinMs }).toBe('is gone');

  const dataDir = temporaryFolder();
  const program = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'inherit' }); process.on('message', () => process.exit());`;
  const shell = spawn(process.execPath, ['-e', program], {
    cwd: ownProject,
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream?.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: readyWithinMs }).toContain('Ready at');
  shell.send('end');
  await expect.poll(() => said, { timeout: readyWithinMs }).toContain('What started this has ended, so it stops');
  const servesStill = () =>
    fetch(`${urlIn(said)}/healthz`).then(
      () => 'serves',
      () => 'is gone',
    );
  await expect.poll(servesStill, { timeout: readyWithinMs }).toBe('is gone');
});

test.skipIf(process.platform !== 'linux')(
  'R888 a start whose server crashed or was killed says so, and ends with its code',
  async () => {
    for (const [signal, code, words] of [
      ['SIGSEGV', 139, 'The server crashed (SIGSEGV). It does so when it may open too few files: raise ulimit -n'],
      ['SIGKILL', 137, 'The server was killed (SIGKILL): by a person, or by the system because memory ran out.'],
    ] as const) {
      const { child, saying, said } = start(ownProject, temporaryFolder());
      const gone = once(child, 'close');
      await saying('Ready at');
      const server = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      process.kill(Number(server), signal);
      expect((await gone)[0]).toBe(code);
      expect(said()).toContain(words);
    }
  },
);
