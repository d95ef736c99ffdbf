import { expect, test, vi } from 'vitest';
import { run } from './run.mjs';

const node = (program: string, options = {}) => run(process.execPath, ['-e', program], { capture: true, ...options });

test('the exit code and everything said come back', async () => {
  const { code, output } = await node('console.log("out"); console.error("err"); process.exit(3)');
  expect(code).toBe(3);
  expect(output).toContain('out');
  expect(output).toContain('err');
});

test('a child that a signal ended has the shell’s code for it', async () => {
  expect((await node('process.kill(process.pid, "SIGKILL")')).code).toBe(137);
});

test('a program that is not there is an error, not an exit code', async () => {
  await expect(run('no-such-program', [], { capture: true })).rejects.toThrow('ENOENT');
});

test('at its time limit a child is ended, and what it started too', async () => {
  const program = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    console.log(child.pid);
    setTimeout(() => {}, 60000);`;
  const { output, timedOut, code } = await node(program, { timeoutMs: 500 });
  expect(timedOut).toBe(true);
  expect(code).not.toBe(0);
  // The process that adopts an orphan takes a moment to notice its end.
  await vi.waitFor(() => expect(() => process.kill(Number(output), 0)).toThrow('ESRCH'), { timeout: 4000 });
});

test('the project’s own programs come first in a child’s PATH', async () => {
  const { output } = await run('node', ['--version'], { capture: true });
  expect(output).toMatch(/^v26\./);
});
