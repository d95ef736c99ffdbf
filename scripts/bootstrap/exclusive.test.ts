import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exclusively } from './exclusive.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxline-lock-'));
  lock = join(folder, '.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The id of a process that has already ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

const ageBy = (seconds: number) => {
  const then = new Date(Date.now() - seconds * 1000);
  utimesSync(lock, then, then);
};

test('two at once work one after the other, and nothing is left', async () => {
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await sleep(30);
    steps.push(`${name} ends`);
  };
  await Promise.all([exclusively(lock, work('one')), exclusively(lock, work('two'))]);
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(existsSync(lock)).toBe(false);
});

test('a failure frees the lock', async () => {
  await expect(exclusively(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await exclusively(lock, async () => 'free')).toBe('free');
});

test('the lock of a killed process is taken over at once', async () => {
  writeFileSync(
    lock,
    JSON.stringify({ host: hostname(), pid: await endedPid(), children: [{ pid: await endedPid() }] }),
  );
  let waits = 0;
  expect(await exclusively(lock, async () => 'mine', { onWait: () => waits++ })).toBe('mine');
  expect(waits).toBe(0);
});

test('a killed process whose installer still runs keeps the lock until that ends', async () => {
  // It ends when its standard input is closed.
  const installer = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  writeFileSync(lock, JSON.stringify({ host: hostname(), pid: await endedPid(), children: [{ pid: installer.pid }] }));
  let waits = 0;
  const onWait = () => {
    waits += 1;
    installer.stdin.end();
  };
  await exclusively(lock, async () => expect(installer.exitCode).toBe(0), { onWait });
  expect(waits).toBe(1);
});

test.skipIf(process.platform !== 'linux')(
  'a power cut in a build holds up no later start, although another process has the number of its builder by then',
  async () => {
    let written = '';
    const builder = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await exclusively(lock, async (addChild) => {
      addChild(builder.pid ?? 0);
      written = readFileSync(lock, 'utf8');
    });
    const { children, ...owner } = JSON.parse(written) as { children: [{ pid: number; began: string }] };
    const left = (began: string) => ({ ...owner, pid: 2 ** 22 + 1, children: [{ ...children[0], began }] });
    let waits = 0;
    const onWait = () => {
      waits += 1;
      builder.stdin.end();
    };
    writeFileSync(lock, JSON.stringify(left(`${children[0].began}0`)));
    expect(await exclusively(lock, async () => 'mine', { onWait })).toBe('mine');
    expect(waits).toBe(0);
    writeFileSync(lock, JSON.stringify(left(children[0].began)));
    expect(await exclusively(lock, async () => 'mine', { onWait })).toBe('mine');
    expect(waits).toBe(1);
  },
);

test('the lock of another machine, or of an old process with our own number, counts while it is touched', async () => {
  for (const owner of [
    { host: 'another', pid: 1, children: [] },
    { host: hostname(), pid: process.pid, children: [] },
  ]) {
    writeFileSync(lock, JSON.stringify(owner));
    let freed = false;
    const onWait = () => {
      freed = true;
      ageBy(20);
    };
    await exclusively(lock, async () => expect(freed).toBe(true), { onWait });
  }
});

test('a lock that was cut off while it was written is taken over when it has been silent', async () => {
  writeFileSync(lock, '{"host":');
  ageBy(20);
  expect(await exclusively(lock, async () => 'mine')).toBe('mine');
});

test('eight that find an abandoned lock at the same time still work one after the other', async () => {
  writeFileSync(lock, JSON.stringify({ host: hostname(), pid: await endedPid(), children: [] }));
  const program = `
    import { appendFileSync } from 'node:fs';
    import { exclusively } from ${JSON.stringify(join(import.meta.dirname, 'exclusive.mjs'))};
    await exclusively(process.argv[1], async () => {
      appendFileSync(process.argv[2], 'begin ');
      await new Promise((resolve) => setTimeout(resolve, 20));
      appendFileSync(process.argv[2], 'end ');
    });`;
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, lock, log], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual(Array(8).fill(0));
  expect(readFileSync(log, 'utf8')).toBe('begin end '.repeat(8));
});
