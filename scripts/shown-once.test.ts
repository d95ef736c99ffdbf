/** Tests commands that show a secret once, into an output that takes nothing any more. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runScript, runScriptInto, startPortalWithEnv } from '../tests/support/command.ts';
import { compileCache } from '../tests/support/compile-cache.ts';
import { eachEngine, engineUnderTest, roundsOf, temporaryFolder } from '../tests/support/each-engine.ts';
import { dealer } from '../tests/support/portal.ts';

type Output = 'pipe' | number;

/** Runs `codes` as a process. Its output is a pipe whose reader has ended, or a file. */
async function codesInto(output: Output, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'codes.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...compileCache, ...env },
    cwd: temporaryFolder(),
    stdio: ['ignore', output, 'pipe'],
  });
  child.stdout?.destroy();
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, err };
}

type Running = Awaited<ReturnType<typeof startPortalWithEnv>>;

const codesThatHold = async ({ portal }: Running) =>
  (await portal.context.codes.list()).filter(({ revoked_at }) => revoked_at === null).map(({ number }) => number);
const audited = async ({ portal }: Running) =>
  (await portal.context.storage.db.selectFrom('audit_entries').select('action').execute()).map(({ action }) => action);

eachEngine((under) => {
  test('R878 an access code that cannot be shown is not made, and the one that it would replace still holds', async () => {
    const running = await startPortalWithEnv(under);
    const before = [await codesThatHold(running), await audited(running)];
    for (const args of [
      ['issue'],
      ['issue', '--dealership', dealer.name],
      ['rotate', '1'],
      ['rotate', '1', '--keep-hours', '2'],
    ]) {
      expect(await runScriptInto(0, 'codes', running.env, ...args), args.join(' ')).toEqual({
        code: 1,
        out: '',
        err: 'The code could not be shown: broken pipe (EPIPE). So none was made, and nothing was changed.\n',
      });
      expect([await codesThatHold(running), await audited(running)]).toEqual(before);
    }
  });

  test('R878 a code whose number cannot be told says how to end it', async () => {
    const running = await startPortalWithEnv(under);
    const { code, out, err } = await runScriptInto(1, 'codes', running.env, 'issue');
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/^[0-9A-Z-]+\n$/) });
    expect(err).toBe(
      'Code 2 is valid, but its number could not be shown: broken pipe (EPIPE). If nobody has read the code, end it: npm run codes -- revoke 2\n',
    );
    expect(await runScript('codes', running.env, 'revoke', '2')).toMatchObject({ code: 0 });
  });

  test('R878 a code that was shown and then not made is said to open nothing', async () => {
    const running = await startPortalWithEnv(under);
    const { codes } = running.portal.context;
    const atFirst = () => codes.revoke({ number: 1 });
    expect(await runScriptInto({ atFirst }, 'codes', running.env, 'rotate', '1')).toEqual({
      code: 1,
      out: expect.stringMatching(/^[0-9A-Z-]+\nGive the code above to nobody: .*\n$/),
      err: 'There is no code 1 that is valid. npm run codes -- list shows them.\n',
    });
    expect(await codesThatHold(running)).toEqual([]);
  });

  test('R878 of a code that is rotated and revoked at once, a new one that was shown has its number or is said to open nothing', async () => {
    const running = await startPortalWithEnv(under);
    const { codes } = running.portal.context;
    for (let round = 0; round < roundsOf(20); round++) {
      const { number } = await codes.issue(null, null);
      let revoked: Promise<unknown> = Promise.resolve();
      const atFirst = async () => {
        revoked = codes.revoke({ number });
      };
      const { code, out } = await runScriptInto({ atFirst }, 'codes', running.env, 'rotate', String(number));
      await revoked;
      const holds = (await codesThatHold(running)).filter((one) => one > number);
      const shown = /^[0-9A-Z-]+\n(?<told>.*)/.exec(out)?.groups?.['told'];
      if (code === 0) expect(shown).toContain(`This is code ${holds[0]}.`);
      else
        expect([shown ?? 'nothing', holds]).toEqual([
          expect.stringMatching(/^nothing$|^Give the code above to nobody/),
          [],
        ]);
    }
  });

  test('R878 the reason why a code that was shown is not made is told when nobody reads the output any more', async () => {
    const running = await startPortalWithEnv(under);
    const { codes } = running.portal.context;
    const atFirst = () => codes.endShared(true);
    expect(await runScriptInto({ writes: 1, atFirst }, 'codes', running.env, 'issue')).toEqual({
      code: 1,
      out: expect.stringMatching(/^[0-9A-Z-]+\n$/),
      err: 'Shared codes are switched off. Give --dealership, or allow them: npm run settings -- shared-code on\n',
    });
    await codes.allowShared();
    const { number } = await codes.issue(null, null);
    const revoke = () => codes.revoke({ number });
    const rotated = await runScriptInto({ writes: 1, atFirst: revoke }, 'codes', running.env, 'rotate', String(number));
    expect(rotated).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no code ${number} that is valid.`),
    });
    expect(await codesThatHold(running)).toEqual([]);
  });

  test('R878 a code that is refused is not shown', async () => {
    const { env } = await startPortalWithEnv(under);
    await runScript('dealerships', env, 'add', 'No Agreement Motors');
    expect(await runScript('codes', env, 'issue', '--dealership', 'No Agreement Motors')).toMatchObject({
      code: 1,
      out: '',
    });
    await runScript('settings', env, 'shared-code', 'off', '--force');
    expect(await runScript('codes', env, 'issue')).toMatchObject({ code: 1, out: '' });
    expect(await runScript('codes', env, 'rotate', '1')).toMatchObject({ code: 1, out: '' });
  });

  test('R878 a link whose file cannot be told says where it is', async () => {
    const { env } = await startPortalWithEnv(under);
    const { code, err } = await runScriptInto(0, 'staff', env, 'setup-link');
    const file = join(env['DATA_DIR'] ?? '', 'set-up-link');
    expect({ code, err }).toEqual({
      code: 1,
      err: `The link was made, but could not be shown: broken pipe (EPIPE). The link to set up the desk is in ${file}. Read it and delete the file. The same command makes another link, and ends this one.\n`,
    });
    expect(readFileSync(file, 'utf8')).toContain('http');
  });
});

test.skipIf(process.platform !== 'linux')('R878 no code is made into a closed pipe or onto a full disk', async () => {
  const running = await startPortalWithEnv(engineUnderTest('sqlite'));
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  for (const [output, reason] of [
    ['pipe', 'broken pipe (EPIPE)'],
    [full, 'no space left on device (ENOSPC)'],
  ] as const) {
    expect(await codesInto(output, running.env, 'issue')).toEqual({
      code: 1,
      err: `The code could not be shown: ${reason}. So none was made, and nothing was changed.\n`,
    });
  }
  expect(await codesThatHold(running)).toEqual([1]);
});
