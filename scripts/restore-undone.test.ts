/** A restore that leaves something to a person, into an output whose reader has ended, such as `head -1`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runScript, runScriptInto, startPortalWithEnv } from '../tests/support/command.ts';
import { engineUnderTest, temporaryFolder } from '../tests/support/each-engine.ts';

vi.mock(import('#server/durable-files.ts'), async (original) => {
  const files = await original();
  return {
    ...files,
    moveOver(draft, path) {
      // Another process has made a folder in the place of the file of erasures meanwhile.
      if (draft.includes('erasures.jsonl.restoring-')) mkdirSync(path);
      files.moveOver(draft, path);
    },
  };
});

test('R1187 a restore whose output is cut off says at its end all the same what is left to do', async () => {
  const { env, portal } = await startPortalWithEnv(engineUnderTest('sqlite'));
  await portal.context.erasure.agree();
  const folder = join(temporaryFolder(), 'backup');
  expect(await runScript('backup', env, folder)).toMatchObject({ code: 0 });
  const dataDir = join(temporaryFolder(), 'restored');
  for (const [writes, out] of [
    [0, ''],
    [1, expect.stringMatching(/^Restored the backup of /)],
  ] as const) {
    const into = `${dataDir}-${writes}`;
    expect(await runScriptInto(writes, 'restore', { ...env, DATA_DIR: into }, folder)).toEqual({
      code: 1,
      out,
      err: expect.stringMatching(
        /^The database is restored, but its file of erasures could not be put at .* \(E\w+\)\. Copy /,
      ),
    });
  }
});
