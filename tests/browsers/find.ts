/** Where the browsers of the journey are on this machine. */
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const inPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

export const findFirefox = (): string | undefined => inPath('firefox-esr') ?? inPath('firefox');

/** Whether WebKit can be driven: its browser, its driver and a screen. */
export const hasWebkit = (): boolean =>
  Boolean(findMiniBrowser()) && Boolean(inPath('WebKitWebDriver')) && Boolean(inPath('Xvfb'));

/** WebKitGTK's small browser, which lies in no folder of the PATH. */
export const findMiniBrowser = (): string | undefined => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1);
