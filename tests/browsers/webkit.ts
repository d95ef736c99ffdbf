/** WebKit as GTK has it: MiniBrowser on a screen that nobody sees, driven by WebDriver (w3.org/TR/webdriver2). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import type { Browser } from './driver.ts';

/** Settings of WebKit: what the console says is written, and our script may open the window that it works in. */
const settings = ['--enable-write-console-messages-to-stdout=true', '--javascript-can-open-windows-automatically=true'];
/** Higher than the longest page, so that a whole page can be seen at once. */
const screen = '1600x9000x24';
const pollMs = 50;
const startsWithinMs = 20_000;
/** The key that WebDriver gives an element in its answers. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const escapeKey = '\uE00C';

/** Starts an X server that chooses its display itself, and returns the display's name. */
async function startScreen(): Promise<{ display: string; screenProcess: ChildProcess }> {
  const screenProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screenProcess.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { display: `:${String(number).trim()}`, screenProcess };
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGTERM');
  await gone;
}

/** Sends one command of WebDriver and returns its value. An error of the protocol is thrown with its message. */
async function command(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Waits until the driver listens. */
async function untilReady(url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < startsWithinMs; waitedMs += pollMs) {
    const ready = await command(`${url}/status`, 'GET').catch(() => undefined);
    if (ready) return;
    await sleep(pollMs);
  }
  throw new Error(`WebKitWebDriver did not listen within ${startsWithinMs} ms`);
}

/** Starts MiniBrowser. Its console goes to its standard output, which is that of the driver. */
export async function startWebkit(miniBrowser: string): Promise<Browser> {
  const { display, screenProcess } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const root = `http://127.0.0.1:${port}`;
  await untilReady(root);
  const options = { binary: miniBrowser, args: ['--automation', ...settings] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await command(`${root}/session`, 'POST', { capabilities })) as { sessionId: string };
  const session = `${root}/session/${sessionId}`;
  const post = (path: string, body?: object) => command(`${session}/${path}`, 'POST', body);

  const run: Browser['run'] = (work, ...args) =>
    post('execute/sync', { script: `return (${String(work)})(...arguments)`, args }) as Promise<never>;
  const elementAt = async (selector: string) => {
    const found = (await post('element', { using: 'css selector', value: selector })) as Record<string, string>;
    return `element/${found[elementKey]}`;
  };
  // A window of its own without the bar, whose buttons would keep it wider than a telephone.
  await run(() => void window.open('about:blank', '', 'toolbar=no,menubar=no,location=no,width=390,height=844'));
  const handles = (await command(`${session}/window/handles`, 'GET')) as string[];
  const first = await command(`${session}/window`, 'GET');
  await post('window', { handle: handles.find((one) => one !== first) });
  return {
    open: async (url) => void (await post('url', { url })),
    back: async () => void (await post('back')),
    forward: async () => void (await post('forward')),
    run,
    click: async (selector) => void (await post(`${await elementAt(selector)}/click`)),
    type: async (selector, text) => void (await post(`${await elementAt(selector)}/value`, { text })),
    escape: async () => {
      const keys = [
        { type: 'keyDown', value: escapeKey },
        { type: 'keyUp', value: escapeKey },
      ];
      await post('actions', { actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
    resize: async (width, height) => void (await post('window/rect', { width, height })),
    picture: async () => Buffer.from(String(await command(`${session}/screenshot`, 'GET')), 'base64'),
    console: () => output.split('\n').filter((line) => line.startsWith('CONSOLE')),
    async close() {
      await command(session, 'DELETE').catch(() => undefined);
      await end(driver);
      await end(screenProcess);
    },
  };
}
