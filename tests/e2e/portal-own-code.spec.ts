/** A dealership that enters with a code of its own, and what becomes of its open portal when the code is revoked. */
import { portalRefusals } from '#contract/portal.ts';
import { card, codeField, enter, expect, openTextForm, test } from './portal.ts';

test('S2.35 R19 a dealership’s own code has its dealership chosen and fixed, and names it', async ({
  page,
  boxline,
}) => {
  const code = await boxline.ownCode('Harbor Point Motors');
  await enter(page, { code });
  await expect(page.locator('.portal-bar')).toContainText('Harbor Point Motors');
  await openTextForm(page);
  await expect(page.getByLabel('Dealership').getByRole('option')).toHaveText(['Harbor Point Motors']);
  await expect(page.getByRole('button', { name: 'Request Agent' })).not.toHaveAttribute('aria-disabled');
});

test.describe('R19 R20 a revoked code', () => {
  // The browser itself reports the status by which the card learns it.
  test.use({ allowed: [/status of 401/] });

  test('locks the open portal, and takes the card from the tab', async ({ page, boxline }) => {
    const code = await boxline.ownCode('Granite Coast Cars');
    await enter(page, { code });
    await openTextForm(page);
    await page.getByRole('button', { name: 'Request Agent' }).click();
    await page.getByRole('button', { name: 'Got It' }).click();
    await expect(card(page)).toContainText('Granite Coast Cars');
    // The stream locks the page at once. By itself the page asks once a minute.
    await expect(card(page)).toContainText('Live');
    await boxline.revoke(code);
    const words = portalRefusals.codeEnded.text;
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    // The alert comes with its dialog, so the words are said by a region that was there, and with the field.
    const said = page.getByRole('dialog').locator('p.visually-hidden[role="status"]');
    await expect(said).toHaveText(/^Your access code is no longer valid\. .* Request BX-.* was open when/);
    await expect(codeField(page)).toHaveAccessibleDescription(
      /^Your access code is no longer valid\. .*Twelve letters and digits/,
    );
    await codeField(page).fill(code);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await expect(page.getByRole('alert').getByText('Invalid access code')).toBeVisible();
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Request BX-.* was open when/)
        .first(),
    ).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });
});
