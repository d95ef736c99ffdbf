import { expect, test } from 'vitest';
import { run } from './run.mjs';

const node = (program: string, options = {}) => run(process.execPath, ['-e', program], { capture: true, ...options });

test('the exit code and everything said come back', async () => {
  const { code, output } = await node('console.log("out"); console.error("err"); process.exit(3)');
  expect(code).toBe(3);
  expect(output).toContain('out');
  expect(output).toContain('err');
});

test('a child that a signal ended has the shell’s code for it', async () => {
  expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({ code: 137, signal: 'SIGKILL' });
});

test('a program that is not there is an error, not an exit code', async () => {
  await expect(run('no-such-program', [], { capture: true })).rejects.toThrow('ENOENT');
});

test('at its time limit a child is ended, and what it started too, even what does not listen', async () => {
  // The grandchild shares the output, so `run` cannot return before both have ended.
  const deaf = "process.on('SIGTERM', () => {}); setTimeout(() => {}, 600000); console.log('deaf')";
  const program = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'inherit' });
    setTimeout(() => {}, 600000);`;
  const { output, timedOut, code } = await node(program, { timeoutMs: 2000, graceMs: 200 });
  expect(timedOut).toBe(true);
  expect(code).not.toBe(0);
  expect(output).toContain('deaf');
});

test('the project’s own programs come first in a child’s PATH', async () => {
  const { output } = await run('node', ['--version'], { capture: true });
  expect(output).toMatch(/^v26\./);
});
