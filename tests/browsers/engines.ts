/** The engines that the journey goes through, and how each is started. */
import { findTestBrowser } from '../support/chromium.ts';
import type { Browser, EngineName } from './driver.ts';
import { findFirefox, findMiniBrowser } from './find.ts';
import { startByPuppeteer } from './puppeteer.ts';
import { startWebkit } from './webkit.ts';

function there(path: string | undefined, name: string): string {
  if (!path) throw new Error(`${name} is not installed`);
  return path;
}

export const engines: Readonly<Record<EngineName, () => Promise<Browser>>> = {
  chromium: () => startByPuppeteer('chrome', there(findTestBrowser(), 'Chromium')),
  firefox: () => startByPuppeteer('firefox', there(findFirefox(), 'Firefox')),
  webkit: () => startWebkit(there(findMiniBrowser(), 'WebKit')),
};
