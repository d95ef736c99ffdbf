/** Commands as an operator runs them beside a server: real processes on the server's store. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { type EngineUnderTest, type Place, temporaryFolder } from './each-engine.ts';
import { startPortal } from './portal.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `scripts/NAME.ts` with nothing of this process's environment but the PATH. */
export function runScript(
  name: string,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<CommandResult> {
  const script = resolve(import.meta.dirname, `../../scripts/${name}.ts`);
  const all = { PATH: process.env['PATH'], TZ: 'UTC', ...env };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env: all, cwd: temporaryFolder() }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

/** A server with an open portal, and the environment that makes a command meet its store. */
export async function startPortalWithEnv(under: EngineUnderTest) {
  let place: Place | undefined;
  const watched = { ...under, newPlace: async () => (place = await under.newPlace()) };
  const portal = await startPortal(watched);
  return { portal, env: place?.env ?? {} };
}
