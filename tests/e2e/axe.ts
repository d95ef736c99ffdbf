/**
 * What axe finds wrong on a page. Axe runs in the page itself and is loaded once per document. The package for Playwright loads it
 * again for each check and finishes in a second page, which takes five to ten times as long. The product's pages have no frames.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The minified form of axe. The browser parses it again in each document, and the full form is more than twice as long. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const wcag22 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Look {
  /** A selector. When absent, the whole page is checked. */
  readonly within?: string;
  /** When absent, WCAG 2.2 A and AA. `all` adds axe's advice on good practice. */
  readonly rules?: 'all';
}

/** Returns one line for each broken rule, with the elements that break it. */
export async function axeFindings(page: Page, { within, rules }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(
    async ({ within, tags }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(within ?? document, {
        resultTypes: ['violations'],
        // The desk shows mails in a sandboxed frame, which axe's messages cannot enter.
        iframes: false,
        ...(tags && { runOnly: tags }),
        // Of two elements with one id, a link into the page goes to the first. WCAG 2.2 no longer asks for it, so axe leaves it out.
        rules: { 'duplicate-id': { enabled: true }, 'duplicate-id-active': { enabled: true } },
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { within, tags: rules === 'all' ? undefined : wcag22 },
  );
}
