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

/** Chromium without window, tabs and profiles, which only cost time in a test; or Chromium itself, for its back/forward cache. */
export const findTestBrowser = (): string | undefined => findFirst([...shells, ...names]);

/** Whether no headless shell has to be installed: one is in the PATH, or `CHROMIUM_PATH` names the browser to use. */
export const hasHeadlessShell = (): boolean => Boolean(process.env['CHROMIUM_PATH'] ?? findFirst(shells));

/** The arguments with which Chromium runs as root, without a display, and without calling its maker's servers. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As on telephones and dense screens. Hinting would round the advance of each letter of a system font to whole pixels, which
  // makes the fallback font 5 % narrower.
  '--font-render-hinting=none',
];
