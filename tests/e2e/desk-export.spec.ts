/** An export whose person is signed out before the browser has downloaded the file. */
import { expect, test } from './desk-staff.ts';

/** The browser reports the requests that are refused after the session, and the download that it gives up. */
test.use({ allowed: [/status of 401|net::ERR_/] });

test('R495 whoever is signed out before an export is downloaded gets no file, and the sign-in says so', async ({
  desk,
}) => {
  const viewport = { width: 1440, height: 900 };
  // Where nobody is an admin the desk shows no sign-in.
  await desk.arrive('admin', 'Ada Export', viewport);
  const robin = await desk.arrive('manager', 'Robin Export', viewport);
  const elsewhere = await desk.arriveAgain(robin, 'manager', 'Safari on iPhone');
  const endTheSession = async () => {
    await elsewhere.page.getByRole('link', { name: /Robin Export/ }).click();
    await elsewhere.page.getByRole('button', { name: 'End the session of Firefox on Linux' }).click();
    await expect(elsewhere.page.getByText('That session has ended.')).toBeVisible();
  };
  const { page } = robin;
  await page.exposeFunction('endTheSession', endTheSession);
  // The session ends when the export is begun, before the page hears of it.
  await page.evaluate(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (String(url).endsWith('/exports'))
        await (globalThis as { endTheSession?: () => Promise<void> }).endTheSession?.();
      return response;
    };
  });
  await page.getByRole('link', { name: 'People', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await download.failure()).not.toBeNull();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect(page.getByText(/Your browser downloads the file/)).toHaveCount(0);
});
