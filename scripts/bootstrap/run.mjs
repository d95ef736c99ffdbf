import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { project } from './node.mjs';

const binaries = join(project, 'node_modules', '.bin');
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const parentCheckMs = 300;

/** The environment of a child: the project's own programs come first in its PATH. */
function environment(extra) {
  return { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`, ...extra };
}

/** Sends a signal to a child that has its own process group, and to everything in that group. */
function killGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends a child that exceeds its time, with everything it started: first with SIGTERM, then with SIGKILL. */
function limitTime(child, timeoutMs, graceMs, onTimeout) {
  let last;
  const first = setTimeout(() => {
    onTimeout();
    killGroup(child, 'SIGTERM');
    last = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  }, timeoutMs);
  return () => {
    clearTimeout(first);
    clearTimeout(last);
  };
}

/**
 * Calls `onGone` when the process that started this one has ended. npm passes a signal to its shell, which ends without telling us.
 * Without this a server that nobody can stop would keep its port.
 */
function watchParent(onGone) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, parentCheckMs);
  return () => clearInterval(watch);
}

/**
 * Runs a program to its end.
 *
 * @param {string} file a program in the PATH, in node_modules/.bin, or a path
 * @param {string[]} args
 * @param {object} [options]
 * @param {Record<string, string | undefined>} [options.env] added to the environment
 * @param {boolean} [options.capture] return the output instead of showing it
 * @param {number} [options.timeoutMs] end it after this time, with everything it started
 * @param {number} [options.graceMs] the time between SIGTERM and SIGKILL after a timeout
 * @param {boolean} [options.withParent] send SIGTERM when our own parent process has ended, and give the child a channel by which it
 * notices that we have
 * @param {(pid: number) => void} [options.onStart]
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, output: string, timedOut: boolean }>} `signal` is what ended it, if
 * one did; `code` is then 128 plus its number
 */
export function run(file, args, options = {}) {
  const { env = {}, capture = false, timeoutMs, graceMs = 5000, withParent = false, onStart } = options;
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').ChildProcess} */
    const child = spawn(file, args, {
      cwd: project,
      env: environment(env),
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', ...(withParent ? ['ipc'] : [])],
      detached: timeoutMs !== undefined && process.platform !== 'win32',
      shell: process.platform === 'win32' && !file.endsWith('.exe'),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    let timedOut = false;
    const stopClock = timeoutMs && limitTime(child, timeoutMs, graceMs, () => (timedOut = true));
    const forward = (signal) => (timeoutMs ? killGroup(child, signal) : child.kill(signal));
    for (const signal of forwarded) process.on(signal, forward);
    const stopWatching =
      withParent &&
      watchParent(() => {
        console.error('What started this has ended, so it stops. To keep it running, start it as a service.');
        forward('SIGTERM');
      });
    const end = () => {
      if (stopClock) stopClock();
      if (stopWatching) stopWatching();
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('spawn', () => onStart?.(child.pid));
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (code, signal) => {
      end();
      // Ends what a timed-out or killed child left in its group, which would hold ports and files.
      if (timeoutMs) killGroup(child, 'SIGKILL');
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal, output, timedOut });
    });
  });
}

/**
 * Runs npm as the user called it: under `npm start` with the system's npm and Node. The project's own Node cannot be used, because
 * the installation replaces it.
 */
export function npm(args, options) {
  const { npm_execpath: path, npm_node_execpath: node, PATH } = process.env;
  const env = { PATH };
  return path?.endsWith('.js') && node
    ? run(node, [path, ...args], { ...options, env })
    : run('npm', args, { ...options, env });
}
