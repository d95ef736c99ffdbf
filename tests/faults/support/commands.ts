/** Runs a command beside a server, with the server's settings: in this process, or as one of its own. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { projectNode } from '../../../scripts/bootstrap/node.mjs';
import { type CommandName, runScript } from '../../support/command.ts';
import { compileCache } from '../../support/compile-cache.ts';
import type { Place } from '../../support/each-engine.ts';

const largestOutputBytes = 64 * 1024 * 1024;

type Call = [place: Place, command: CommandName, args: readonly string[], env?: Readonly<Record<string, string>>];

/**
 * Runs the command without a new process. Resolves to its standard output; when the command fails, rejects with its error output.
 */
export async function runCommand(...[{ env: ofPlace }, command, args, env = {}]: Call): Promise<string> {
  const { code, out, err } = await runScript(command, { ...ofPlace, ...env }, ...args);
  if (code !== 0) throw Object.assign(new Error(`${command} ended with ${code}: ${err}`), { code, stderr: err });
  return out;
}

/** Runs the command as a process of its own, as an operator does. */
export async function spawnCommand(...[{ dataDir, env: ofPlace }, command, args, env = {}]: Call): Promise<string> {
  const script = resolve(import.meta.dirname, '../../../scripts', `${command}.ts`);
  const { stdout } = await promisify(execFile)(projectNode(), [script, ...args], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...ofPlace, ...env },
    maxBuffer: largestOutputBytes,
  });
  return stdout;
}
