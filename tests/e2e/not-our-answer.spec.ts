/** Something between the page and the server answers a form in the server's place and reports success. */
import type { Page } from '@playwright/test';
import { failure, openFilledInquiry, posts, receipt } from './sending.ts';
import { expect, newDealership, test } from './support.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });

for (const [what, body] of [
  ['nothing', ''],
  ['JSON', '{"login":"required"}'],
  ['a sentence', 'Please sign in to the network'],
] as const) {
  for (const arrives of [false, true]) {
    const fate = arrives ? 'although the server has it' : 'and the server has nothing';
    test(`R234 200 with ${what}, ${fate}, is no receipt: the form is sent again and is one lead`, async ({
      page,
      boxline,
    }) => {
      const dealership = newDealership();
      await openFilledInquiry(page, dealership);
      await page.route(
        posts,
        async (route) => {
          if (arrives) await route.fetch();
          await route.fulfill({ status: 200, body });
        },
        { times: 1 },
      );
      await send(page).click();
      await expect(failure(page)).toBeFocused();
      expect(await boxline.leadsOf(dealership)).toHaveLength(arrives ? 1 : 0);
      await send(page).click();
      await expect(receipt(page)).toBeVisible();
      expect(await boxline.leadsOf(dealership)).toHaveLength(1);
    });
  }
}
