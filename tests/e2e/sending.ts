/** Opens, fills and sends the public forms, holds their posts, and finds what the page says about them. */
import { expect, type Page, type Route } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { sendPath } from '#contract/send.ts';
import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { goOffline, hydrated, newDealership } from './support.ts';

/** The address of both forms' posts, as a pattern for `page.route`. */
export const posts = `**${sendPath}`;

export const receipt = (page: Page) => page.getByRole('region', { name: 'Dealer inquiry' });
/** The note about forms that every page can show. */
export const note = (page: Page) => page.getByRole('region', { name: 'Your forms' });
export const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Submission Failed' });

export async function openFilledInquiry(page: Page, dealership: string): Promise<void> {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await fillIn(page, inquiryOf(dealership));
}

export async function openFilledIntake(page: Page, business: string): Promise<void> {
  await page.goto(`${pages['dealer-intake']}#form`);
  await hydrated(page);
  await fillIn(page, intakeOf(business));
}

export async function openFilledDialog(page: Page, dealership: string): Promise<void> {
  await page.goto(pages.home);
  await hydrated(page);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await fillIn(page, inquiryOf(dealership));
}

/** A post that has not reached the server. */
export interface HeldPost {
  readonly route: Promise<Route>;
  readonly letGo: () => Promise<void>;
}

/** Holds the page's next post. */
export async function holdNextPost(page: Page): Promise<HeldPost> {
  const { promise: route, resolve } = Promise.withResolvers<Route>();
  await page.route(posts, resolve, { times: 1 });
  return { route, letGo: async () => (await route).continue() };
}

/** Lets the page's next post reach the server but keeps the response from the page. Resolves to the response's status. */
export async function loseNextResponse(page: Page): Promise<{ readonly status: Promise<number> }> {
  const { promise: status, resolve } = Promise.withResolvers<number>();
  await page.route(
    posts,
    async (route) => {
      const response = await route.fetch();
      await route.abort('failed');
      resolve(response.status());
    },
    { times: 1 },
  );
  return { status };
}

/** Sends an inquiry offline, and comes online behind something that refuses it. Returns its dealership. */
export async function waitBehind(
  page: Page,
  refusal: { readonly status: number; readonly body: string },
): Promise<string> {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await goOffline(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(note(page)).toContainText('waits in this browser');
  await page.route(posts, (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  await expect(note(page)).toContainText('Something on the way, such as a firewall, refuses it.');
  return dealership;
}
