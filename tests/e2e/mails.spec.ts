/** Every mail that the server sends, as a phone shows it. */
import { mailSamples } from '../support/mail-samples.ts';
import { expect, test } from './support.ts';

const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);

test('R964 no mail scrolls sideways on a phone, however long a name is', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const wide: string[] = [];
  for (const [sample, { html }] of Object.entries(mailSamples({ dealershipName: long, personName: long }))) {
    await page.setContent(html);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(sample);
  }
  expect(wide).toEqual([]);
});
