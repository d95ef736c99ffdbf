/** Two requests of one person at the same time: each can be seen and worked from the portal. */
import { told } from './live-regions.ts';
import { agentTakes, anyDealership, askByText, card, codeField, enter, expect, linkIn, test } from './portal.ts';

const headline = (page: Parameters<typeof card>[0]) => card(page).getByRole('heading', { level: 2 });

test.describe('on a narrow telephone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('R600 a second request leaves the first one in sight, which is worked, and comes back when the second is put away', async ({
    page,
    boxline,
  }) => {
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership, 'the first customer');
    const [text] = await boxline.textsOf(dealership);
    await agentTakes(boxline, linkIn(text), 'accept');
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await askByText(page, dealership, 'the second customer');
    await expect(headline(page)).toHaveText(/Waiting for a finance manager|Going out to the finance managers/);

    const others = page.getByRole('region', { name: 'Your other requests' });
    await expect(others.getByRole('listitem')).toContainText(/Marlow Finch has had it since .*BX-\w{4}-\w{4}/);
    const showIt = others.getByRole('button', { name: 'Show it' });
    await expect(showIt).not.toHaveAttribute('aria-disabled', 'true');
    await showIt.focus();
    await page.keyboard.press('Enter');
    await expect(headline(page)).toBeFocused();
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await expect(told(card(page), 'status').first()).toContainText(/^BX-\w{4}-\w{4}: Marlow Finch has your request/);
    await expect(card(page).locator('.live-pair')).toContainText('Marlow Finch says first');
    await page.getByLabel('AnyDesk address on this computer').fill('412 098 637');
    await page.getByRole('button', { name: 'Send to Marlow Finch' }).click();
    await expect(card(page)).toContainText('412 098 637');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    // The page is loaded again, and the second one is chosen, cancelled and put away.
    await page.reload();
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await expect(page.locator('.locked-portal')).toContainText('Your requests go on.');
    await expect(others.getByRole('listitem')).toContainText('Nobody has it yet.');
    await expect(showIt).not.toHaveAttribute('aria-disabled', 'true');
    await showIt.click();
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(headline(page)).toHaveText('Cancelled');
    boxline.endClosing();
    await expect(headline(page)).toContainText('cancelled this request');
    const putAway = page.getByRole('button', { name: 'Dismiss' });
    await expect(putAway).not.toHaveAttribute('aria-disabled', 'true');
    await putAway.click();
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await expect(others).toHaveCount(0);

    // Another session of the code goes on with it.
    await page.getByRole('button', { name: 'Enter access code' }).click();
    await codeField(page).fill(boxline.code);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeVisible();
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(headline(page)).toHaveText('Cancelled');
    boxline.endClosing();
    await expect(headline(page)).toContainText('cancelled this request');
  });
});

test.describe('R604 a code that is revoked', () => {
  // The token of the request and the session are refused then.
  test.use({ allowed: [/status of 401/] });

  test('leaves its request running, and the locked page says who has it and whom to call', async ({
    page,
    boxline,
  }) => {
    const dealership = anyDealership();
    const code = await boxline.ownCode(dealership);
    await enter(page, { code });
    await askByText(page, dealership);
    const [text] = await boxline.textsOf(dealership);
    await agentTakes(boxline, linkIn(text), 'accept');
    await expect(headline(page)).toHaveText('Marlow Finch has your request');
    await boxline.revoke(code);
    const goesOn =
      /Request BX-\w{4}-\w{4} was open when this page last saw it: Marlow Finch had it\..* or call \(207\) 555-0111\./;
    await expect(page.getByRole('dialog')).toContainText(goesOn);
    await page.keyboard.press('Escape');
    await expect(page.locator('.locked-portal')).toContainText(goesOn);
    await agentTakes(boxline, linkIn(text), 'done');
    boxline.endClosing();
  });
});
