import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shells = ['chromium-headless-shell'];

function findFirst(candidates: readonly string[]): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return existsSync(given) ? given : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return candidates.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** The installed Chromium: the one that `CHROMIUM_PATH` names, else the first in the PATH. */
export const findChromium = (): string | undefined => findFirst(names);

/**
 * Chromium without its window, tabs and profiles, which only cost time in a test; else Chromium itself. It has no
 * back/forward cache.
 */
export const findTestBrowser = (): string | undefined => findFirst([...shells, ...names]);

/** Whether the end-to-end tests run in the quicker of the two. */
export const hasHeadlessShell = (): boolean => Boolean(process.env['CHROMIUM_PATH'] ?? findFirst(shells));

/** What Chromium needs to run as root, without a display, and without calling its maker's servers. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As on telephones and on dense screens. Hinting rounds the advance of each letter of a system font to whole pixels, which
  // sets the fallback font 5 % narrower than there.
  '--font-render-hinting=none',
];
