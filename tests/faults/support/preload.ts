import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import type { TestContext } from 'vitest';
import { compiler, ensureTool } from '../../run/tools.ts';
import { temporaryFolder } from '../../support/each-engine.ts';

/** Builds a library that a server loads before the system's own. Where that is impossible, skips the test and gives the reason. */
export async function buildPreload(context: TestContext, source: string): Promise<string> {
  if (process.platform !== 'linux') context.skip('system calls are replaced on Linux only');
  const missing = await ensureTool(compiler, () => {});
  if (missing) context.skip(missing);
  const library = join(temporaryFolder(), `${basename(source, '.c')}.so`);
  execFileSync('cc', ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']);
  return library;
}
