/** Runs a command beside a server, with the server's settings. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { projectNode } from '../../../scripts/bootstrap/node.mjs';
import { compileCache } from '../../support/compile-cache.ts';
import type { Place } from '../../support/each-engine.ts';

const largestOutputBytes = 64 * 1024 * 1024;

/** What the command wrote to standard output; rejects when it failed. */
export async function runCommand(
  { dataDir, env: ofPlace }: Place,
  command: 'outbox' | 'leads' | 'codes' | 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const script = resolve(import.meta.dirname, '../../../scripts', `${command}.ts`);
  const { stdout } = await promisify(execFile)(projectNode(), [script, ...args], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...ofPlace, ...env },
    maxBuffer: largestOutputBytes,
  });
  return stdout;
}
