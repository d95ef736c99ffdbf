/** The real server as a process of its own: `node server/main.ts`, configured only by its environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectNode } from '../../scripts/bootstrap/node.mjs';
import { compileCache } from './compile-cache.ts';

const ownProject = resolve(import.meta.dirname, '../..');
/** The time limit of a start that hangs, in milliseconds. It is long, because a start on a busy machine takes many times longer. */
const readyWithinMs = 60_000;

interface Ending {
  /** `null` after a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The time since the signal that asked for the end, or since the start, in milliseconds. */
  readonly afterMs: number;
}

export interface ServerProcess {
  readonly pid: number;
  /** The origin at which it answers, without a trailing slash. */
  readonly url: string;
  /** Everything it wrote so far, to standard output and standard error. */
  output(): string;
  readonly ended: Promise<Ending>;
  /** Kills it, as a crash does, and resolves when it is gone. */
  kill(): Promise<Ending>;
  /** Asks it to stop, by SIGTERM unless another signal is given, and resolves when it has. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

export interface ServerOptions {
  /** Its working folder. A `.env` there would be read. */
  readonly folder: string;
  /** Its settings. The tests' own environment does not reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the project that is started; this one when absent. */
  readonly project?: string;
  /** Arguments for node, before the script. */
  readonly nodeArguments?: readonly string[];
}

/** A server that has been started and may never become ready. */
export interface StartingServer extends Omit<ServerProcess, 'url'> {
  /** Rejects, with what the server said, when it ends before it is ready. */
  readonly ready: Promise<ServerProcess>;
}

/** Starts a server on a free port, unless `PORT` says which. */
export function launchServer({ folder, env, project = ownProject, nodeArguments = [] }: ServerOptions): StartingServer {
  if (!existsSync(resolve(project, 'dist/site/index.html'))) {
    throw new Error('The site is not built, and the server serves it: npm run build');
  }
  const startedAt = performance.now();
  let askedAt = startedAt;
  const child: ChildProcess = spawn(projectNode(), [...nodeArguments, resolve(project, 'server/main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be started');
  let said = '';
  const ended = new Promise<Ending>((done) => {
    // `close` comes after `exit`, when the last of the output has been read.
    child.once('close', (code, signal) => done({ code, signal, afterMs: performance.now() - askedAt }));
  });
  const end = (signal: NodeJS.Signals) => {
    askedAt = performance.now();
    child.kill(signal);
    return ended;
  };
  const server = {
    pid,
    output: () => said,
    ended,
    kill: () => end('SIGKILL'),
    stop: (signal: NodeJS.Signals = 'SIGTERM') => end(signal),
  };
  const ready = new Promise<ServerProcess>((becomesReady, fails) => {
    const tooLate = setTimeout(() => {
      child.kill('SIGKILL');
      fails(new Error(`The server was not ready within ${readyWithinMs} ms:\n${said}`));
    }, readyWithinMs);
    let serving = false;
    const hear = (chunk: string) => {
      said += chunk;
      const [, url] = (!serving && /^Ready at (\S+)$/m.exec(said)) || [];
      if (!url) return;
      serving = true;
      clearTimeout(tooLate);
      becomesReady({ ...server, url: url.replace('//localhost', '//127.0.0.1') });
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    void ended.then(({ code, signal }) => {
      clearTimeout(tooLate);
      fails(new Error(`The server ended before it was ready (${code ?? signal}):\n${said}`));
    });
  });
  // A caller that only waits for the end does not handle `ready`.
  ready.catch(() => undefined);
  return { ...server, ready };
}

/** Starts a server and waits until it serves. */
export const startServer = (options: ServerOptions): Promise<ServerProcess> => launchServer(options).ready;
