/** Runs the commands of an operator beside a server: in this process, or each as a process of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { alerts } from '../../scripts/alerts.ts';
import { audit } from '../../scripts/audit.ts';
import { backup } from '../../scripts/backup.ts';
import { codes } from '../../scripts/codes.ts';
import { runCommand } from '../../scripts/commands/run.ts';
import { dealerships } from '../../scripts/dealerships.ts';
import { leads } from '../../scripts/leads.ts';
import { mail } from '../../scripts/mail.ts';
import { numbers } from '../../scripts/numbers.ts';
import { outbox } from '../../scripts/outbox.ts';
import { records } from '../../scripts/records.ts';
import { requests } from '../../scripts/requests.ts';
import { restore } from '../../scripts/restore.ts';
import { schedule } from '../../scripts/schedule.ts';
import { settings } from '../../scripts/settings.ts';
import { shift } from '../../scripts/shift.ts';
import { staff } from '../../scripts/staff.ts';
import { compileCache } from './compile-cache.ts';
import { type EngineUnderTest, type Place, temporaryFolder } from './each-engine.ts';
import { startPortal } from './portal.ts';

export const commands = {
  alerts,
  audit,
  backup,
  codes,
  dealerships,
  leads,
  mail,
  numbers,
  outbox,
  records,
  requests,
  restore,
  schedule,
  settings,
  shift,
  staff,
} as const;

export type CommandName = keyof typeof commands;
type Environment = Readonly<Record<string, string>>;

interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * A stream that keeps what is written to it. After so many writes it fails, as when its reader has ended. The first write ends when
 * `atFirst` has ended.
 */
function keeper(writes = Number.POSITIVE_INFINITY, atFirst: () => Promise<unknown> = async () => {}) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    autoDestroy: false,
    write(chunk: Buffer, _encoding, done) {
      if (chunks.length >= writes) return done(Object.assign(new Error('broken pipe'), { code: 'EPIPE', errno: -32 }));
      if (chunks.push(chunk) > 1) done();
      else atFirst().then(() => done(), done);
    },
  });
  // As with the output of a process, whoever writes gets the error from the write itself.
  stream.on('error', () => {});
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Runs a command in this process, with a folder of its own and only the given environment. */
export const runScript = (name: CommandName, environment: Environment, ...args: string[]) =>
  runScriptInto(Number.POSITIVE_INFINITY, name, environment, ...args);

/**
 * The same, into an output whose reader ends after so many writes.
 *
 * @param into the number of writes; with `atFirst`, what happens elsewhere while the command makes the first one
 */
export async function runScriptInto(
  into: number | { readonly writes?: number; readonly atFirst: () => Promise<unknown> },
  name: CommandName,
  environment: Environment,
  ...args: string[]
) {
  const { writes, atFirst } = typeof into === 'number' ? { writes: into } : into;
  const [output, errors] = [keeper(writes, atFirst), keeper()];
  const code = await runCommand(name, commands[name], args, {
    environment,
    folder: temporaryFolder(),
    output: output.stream,
    errors: errors.stream,
  });
  return { code, out: output.text(), err: errors.text() } satisfies CommandResult;
}

const scriptOf = (name: CommandName): string => resolve(import.meta.dirname, `../../scripts/${name}.ts`);

/** Starts `scripts/NAME.ts` as a process that a test may kill. */
export function startScript(name: CommandName, environment: Environment, ...args: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], TZ: 'UTC', ...compileCache, ...environment };
  return spawn(process.execPath, [scriptOf(name), ...args], { env, cwd: temporaryFolder(), stdio: 'ignore' });
}

/** Runs `scripts/NAME.ts` as a process. Of this process's environment it gets only the PATH. */
export function spawnScript(name: CommandName, environment: Environment, ...args: string[]): Promise<CommandResult> {
  const script = scriptOf(name);
  const env = { PATH: process.env['PATH'], TZ: 'UTC', ...compileCache, ...environment };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env, cwd: temporaryFolder() }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

/** A server with an open portal, and the environment with which a command uses the same database. */
export async function startPortalWithEnv(under: EngineUnderTest) {
  let place: Place | undefined;
  const watched = { ...under, newPlace: async () => (place = await under.newPlace()) };
  const portal = await startPortal(watched);
  return { portal, env: place?.env ?? {} };
}
