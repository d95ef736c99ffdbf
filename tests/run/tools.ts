/** The programs that tests need beside the packages: found, or installed where that can be done without asking. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { run } from '../../scripts/bootstrap/run.mjs';
import { findFirefox, hasWebkit } from '../browsers/find.ts';
import { findChromium, hasHeadlessShell } from '../support/chromium.ts';
import { findPostgresBinaries } from '../support/postgres-server.ts';

const installWithinMs = 300_000;

interface Tool {
  readonly name: string;
  /** The Debian packages. */
  readonly packages: readonly string[];
  readonly isThere: () => boolean;
  /** What a person can do who has neither root nor Debian. */
  readonly otherwise: string;
}

const chromium: Tool = {
  name: 'Chromium',
  packages: ['chromium'],
  isThere: () => findChromium() !== undefined,
  otherwise: 'install Chromium or name it in CHROMIUM_PATH',
};

const firefox: Tool = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isThere: () => findFirefox() !== undefined,
  otherwise: 'install Firefox as firefox-esr or firefox',
};

const webkit: Tool = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isThere: hasWebkit,
  otherwise: 'install WebKitGTK with its MiniBrowser and WebKitWebDriver, and Xvfb',
};

/** What a step may need, by the name that the step gives it. */
export const tools = { chromium, firefox, webkit };

/** Asked for together with Chromium, because Debian's two packages must be of one version. */
export const headlessShell: Tool = {
  name: 'The headless shell of Chromium',
  packages: ['chromium', 'chromium-headless-shell'],
  isThere: hasHeadlessShell,
  otherwise: 'the end-to-end tests take twice as long in Chromium itself',
};

/** The fallback of the site's font is measured for Arial and what is as wide; with another one, pages shift when the font comes. */
export const arial: Tool = {
  name: 'A font as wide as Arial',
  packages: ['fontconfig', 'fonts-liberation'],
  isThere: () =>
    process.platform !== 'linux' ||
    /Arial|Arimo|Helvetica|Liberation/.test(spawnSync('fc-match', ['Arial'], { encoding: 'utf8' }).stdout ?? ''),
  otherwise: 'tests of what shifts on a page fail; install Liberation Sans',
};

export const postgres: Tool = {
  name: 'PostgreSQL',
  packages: ['postgresql'],
  isThere: () => Boolean(process.env['TEST_DATABASE_URL']) || findPostgresBinaries() !== undefined,
  otherwise: 'install PostgreSQL 15 or newer, or name a server in TEST_DATABASE_URL',
};

export const compiler: Tool = {
  name: 'A C compiler',
  packages: ['build-essential'],
  isThere: () => spawnSync('cc', ['--version']).status === 0,
  otherwise: 'install gcc or clang as cc',
};

function canInstall(): boolean {
  try {
    accessSync('/usr/bin/apt-get', constants.X_OK);
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

const apt = (args: string[]) =>
  run('apt-get', args, { capture: true, timeoutMs: installWithinMs, env: { DEBIAN_FRONTEND: 'noninteractive' } });

/** Installs a tool that is missing. Returns why it is still missing, or undefined when it is there. */
export async function ensureTool(tool: Tool, say: (text: string) => void): Promise<string | undefined> {
  if (tool.isThere()) return undefined;
  if (!canInstall()) return `${tool.name} is not installed: ${tool.otherwise}`;
  say(`Installing ${tool.name} with apt-get`);
  await apt(['update', '-q']);
  const { code, output } = await apt(['install', '-y', '-q', '--no-install-recommends', ...tool.packages]);
  if (code === 0 && tool.isThere()) return undefined;
  const lastWords = output.trim().split('\n').slice(-2).join(' ');
  return `${tool.name} could not be installed with apt-get (${lastWords}): ${tool.otherwise}`;
}

/** Installs a tool that is missing. Where that cannot be done, says in a sentence what to do, and ends the process. */
export async function requireTool(tool: Tool): Promise<void> {
  const missing = await ensureTool(tool, console.error);
  if (missing === undefined) return;
  console.error(missing);
  process.exit(1);
}
