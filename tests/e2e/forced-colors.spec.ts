/** What pages draw, for a visitor whose system sets the colours (Windows contrast themes), on a dark and on a light ground. */
import { pages } from '#contract/pages.ts';
import { withHistory } from './measured-looks.ts';
import { publicPaths } from './public-pages.ts';
import { expect, hydrated, test } from './support.ts';

type Page = import('@playwright/test').Page;

async function openForced(page: Page, path: string, ground: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: ground, reducedMotion: 'reduce' });
  await page.goto(path);
  await hydrated(page);
}

/** The texts in drawings, and the lit squares of marks, that do not have the visitor's own colour of texts. */
const wrongColors = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.color = 'CanvasText';
    const own = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('svg text, .mark-lit')]
      .filter((one) => one.checkVisibility() && !one.closest('a, button'))
      .filter((one) => getComputedStyle(one).fill !== own)
      .map((one) => `${one.textContent || one.outerHTML} in ${getComputedStyle(one).fill}, not ${own}`);
  });

for (const ground of ['dark', 'light'] as const) {
  test(`R951 in forced colours on a ${ground} ground, the words in drawings and the lit squares are seen`, async ({
    page,
  }) => {
    for (const path of publicPaths) {
      await openForced(page, path, ground);
      expect(await wrongColors(page), path).toEqual([]);
    }
  });

  test(`R951 in forced colours on a ${ground} ground, the dial tells staffed hours from closed ones, and its key says which`, async ({
    page,
  }) => {
    await openForced(page, pages.home, ground);
    const widthOf = (name: string) =>
      page.locator(name).evaluate((one) => Number.parseFloat(getComputedStyle(one).strokeWidth));
    expect(await widthOf('.dial-closed')).toBeLessThan((await widthOf('.dial-theirs')) / 2);
    expect(await widthOf('.dial-theirs')).toBeLessThan(await widthOf('.dial-ours'));
    const keys = await page.locator('.dial-key').evaluateAll((all) =>
      all.map((key) => {
        const { backgroundColor, blockSize } = getComputedStyle(key, '::before');
        return { isSeen: backgroundColor === getComputedStyle(key).color, size: Number.parseFloat(blockSize) };
      }),
    );
    expect(keys.map(({ isSeen }) => isSeen)).toEqual([true, true]);
    expect(keys[1]?.size).toBeLessThan(keys[0]?.size ?? 0);
  });

  test(`R951 in forced colours on a ${ground} ground, a day of the status page shows how much of it somebody was available`, async ({
    page,
  }) => {
    await withHistory(page);
    await openForced(page, pages.status, ground);
    const picture = await page.locator('.day-people.is-3:visible').first().screenshot();
    const filled = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      const middle = canvas?.getImageData(2, Math.floor(height / 2), width - 4, 1).data ?? [];
      const bright = Array.from({ length: width - 4 }, (_, x) => Number(middle[x * 4]) > 127);
      // The last pixel is within the quarter that is not filled.
      return bright.filter((one) => one !== bright.at(-1)).length / bright.length;
    }, picture.toString('base64'));
    expect(filled).toBeGreaterThan(0.65);
    expect(filled).toBeLessThan(0.85);
  });
}
