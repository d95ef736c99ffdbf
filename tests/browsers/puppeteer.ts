/** Chromium by its own protocol and Firefox by WebDriver BiDi. */
import puppeteer, { type SupportedBrowser } from 'puppeteer-core';
import { chromiumArguments } from '../support/chromium.ts';
import type { Browser } from './driver.ts';

/** Starts a browser without a window. */
export async function startByPuppeteer(name: SupportedBrowser, executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    headless: true,
    args: name === 'chrome' ? chromiumArguments : [],
    // Ours has no accounts and asks nobody for anything.
    extraPrefsFirefox: {
      'network.captive-portal-service.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
    },
  });
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()} (${message.location().url ?? ''})`));
  page.on('pageerror', (error) => said.push(`error: ${error instanceof Error ? error.message : String(error)}`));
  return {
    open: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    run: (work, ...args) => page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`) as Promise<never>,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    escape: () => page.keyboard.press('Escape'),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    console: () => said,
    close: () => browser.close(),
  };
}
