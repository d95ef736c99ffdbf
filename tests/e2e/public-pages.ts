/** What all public pages have in common, for tests that go through all of them. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { expect } from './support.ts';

/**
 * The paths of the pages that anybody can open. The thank-you page is an answer of the gateway, and the pages of an agent and of an
 * access code need a link.
 */
export const publicPaths = Object.entries(pages).flatMap(([page, path]) =>
  ['thank-you', 'not-found', 'agent', 'access-code'].includes(page) ? [] : [path],
);

/** Checks that the page has a visible heading and text, and a link to go on. */
export async function expectReadable(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const seen = await heading.evaluate((element) => {
    const { color, opacity, visibility } = getComputedStyle(element);
    return { color, opacity, visibility };
  });
  // The text as laid out; hidden text does not count.
  await expect(page.locator('#main')).toHaveText(/(?:\S+\s+){20}/, { useInnerText: true });
  expect(seen).toMatchObject({ opacity: '1', visibility: 'visible' });
  expect(seen.color).not.toMatch(/, 0\)$|\/ 0\)$/);
}
