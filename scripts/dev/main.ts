/** Starts the parts of `npm run dev`, and ends all of them together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { variables } from '#server/config/variables.ts';
import { readEnvironment } from '#server/config.ts';
import { StartFault } from '#server/start/fault.ts';
import { seed } from '../seed.ts';
import { startDevMail } from './mail.ts';
import { chooseDevPorts, type DevPorts } from './ports.ts';

/** The ports that the environment names. Ends the process with one sentence when one of them cannot be used. */
async function portsOrExit(): Promise<DevPorts> {
  try {
    return await chooseDevPorts(readEnvironment(process.cwd(), process.env)['PORT']);
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const ports = await portsOrExit();
const site = `http://localhost:${ports.site}`;
const api = `http://127.0.0.1:${ports.api}`;
const pollMs = 100;

const mail = await startDevMail(ports.mail);

/** Every variable set to an empty text, which counts as not set, so neither the shell nor `.env` connects to real services. */
const unset = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
const serverSettings = {
  ...unset,
  HOST: '127.0.0.1',
  PORT: String(ports.api),
  PUBLIC_URL: site,
  DATA_DIR: 'data/dev',
  SMTP_URL: mail.smtpUrl,
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'leads@boxline.example',
};

const children: ChildProcess[] = [];
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(
    running.map((child) => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      return gone;
    }),
  );
  await mail.stop();
  process.exit(code);
}

/** Starts a part. When one part ends by itself, all others are ended. */
function start(name: string, args: string[], env: Record<string, string>): void {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  child.once('exit', (code) => {
    if (stopping) return;
    console.error(`${name} ended with exit code ${code}`);
    void stop(1);
  });
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${api}/readyz`)).ok;
  } catch {
    return false;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

start('The server', ['--watch', '--watch-preserve-output', 'server/main.ts'], serverSettings);
start('Vite', ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(ports.site), '--strictPort'], {
  API_ORIGIN: api,
  NODE_ENV: 'development',
});

// A server that cannot start yet is started again by its watcher when a file changes.
while (!stopping && !(await isReady())) await sleep(pollMs);
if (!stopping) {
  const stored = await seed(api);
  console.log(
    [
      '',
      `Site       ${site}`,
      `Portal     ${site}/portal`,
      `Desk       ${site}/desk`,
      `Mail       ${mail.pageUrl}`,
      `Server     ${api}`,
      `Sample leads: ${stored}. Ctrl-C stops all.`,
      'The first access code and the link for the first admin stand above, or in files in data/dev.',
      'A command works on this database with DATA_DIR=data/dev in front: DATA_DIR=data/dev npm run leads',
      '',
    ].join('\n'),
  );
}
