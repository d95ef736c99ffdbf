/** The desk in a browser that translates it. */
import type { Page } from '@playwright/test';
import { expect, test } from './desk-staff.ts';
import { anyDealership, askByText, card, enter } from './portal.ts';
import { translate } from './translator.ts';

test.slow();

/** Presses a button of the bar once it acts: a button that has just appeared does not. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

test('R233 a desk that is translated shows a request from its ring to Connected', async ({
  page: dealer,
  boxline,
  desk,
}) => {
  const dealership = anyDealership();
  const { page } = await desk.arrive('agent', 'Robin Oversett', { width: 1440, height: 900 });
  await translate(page);
  await enter(dealer, boxline);
  await askByText(dealer, dealership);
  await page.locator('.row', { hasText: dealership }).getByRole('link').click();
  await press(page, 'Accept');
  await press(page, 'Connected');
  await expect(card(dealer)).toContainText('Robin Oversett is connected');
  await expect(page.getByRole('region', { name: 'What you do' })).toContainText('Done…');
});
