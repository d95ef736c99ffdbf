/** The real server with Text Agent switched on, two people on shift and a text provider, so that the portal can be used. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type FakeSms, openFakeSms } from '../fakes/sms-provider.ts';
import { compileCache } from './compile-cache.ts';
import { memoryFolder } from './postgres-server.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { wideLimits } from './wide-limits.ts';

const run = promisify(execFile);

/** Two people with telephones, so that each request has two links. */
export const people = ['Marlow Finch', 'Tamsin Okoro'] as const;

/** The origin of the links. Tests use only their paths, because the port is not known before the server has one. */
const publicUrl = 'http://desk.example';

export interface PortalServer {
  readonly server: ServerProcess;
  readonly sms: FakeSms;
  /** Where the server keeps its database and its key. */
  readonly dataDir: string;
  /** The shared access code, as the server showed it. */
  readonly code: string;
  /** Runs one of the operator's commands as `npm run` does, and returns what it wrote. */
  operate(command: string, ...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startPortalServer(env: Readonly<Record<string, string>> = {}): Promise<PortalServer> {
  const folder = await mkdtemp(join(memoryFolder(), 'boxline-portal-'));
  const dataDir = join(folder, 'data');
  const sms = await openFakeSms();
  const { PUBLIC_URL: _, ...provider } = sms.env;
  const onShift = `${people[0]}, +12075550121; ${people[1]}, +12075550122`;
  const settings = {
    DATA_DIR: dataDir,
    ON_SHIFT: onShift,
    PUBLIC_URL: publicUrl,
    SMS_PER_HOUR: '10000',
    ...wideLimits,
    ...provider,
    ...env,
  };
  const server = await startServer({ folder, env: settings });
  const operate = async (command: string, ...words: string[]) => {
    const script = resolve(import.meta.dirname, '../../scripts', `${command}.ts`);
    const { stdout } = await run(process.execPath, [script, ...words], {
      cwd: folder,
      env: { ...process.env, ...compileCache, ...settings },
    });
    return stdout;
  };
  await operate('settings', 'text-agent', 'on');
  return {
    server,
    sms,
    dataDir,
    code: (await readFile(join(dataDir, 'first-access-code'), 'utf8')).trim(),
    operate,
    async stop() {
      await server.stop();
      await sms.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
