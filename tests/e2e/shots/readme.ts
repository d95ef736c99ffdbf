/**
 * Makes the README's pictures out of those that `npm run shots` has taken:
 *
 *   for word in first-screen desk-request desk-numbers; do npm run shots -- $word; done
 *   node tests/e2e/shots/readme.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchChromium } from '../../support/launch-chromium.ts';

const project = resolve(import.meta.dirname, '../../..');
const pictures = {
  home: 'home-first-screen-1440',
  services: 'services-first-screen-1440',
  intake: 'intake-first-screen-1440',
  board: 'desk-request-mine-1440',
  numbers: 'desk-numbers-1440',
};
/** The part of a taller picture that a screen of 1440 by 900 shows. */
const tallest = 900;
const mostBytes = 200_000;
const quality = 0.85;

const browser = await launchChromium();
mkdirSync(join(project, 'docs/pictures'), { recursive: true });
try {
  const page = await browser.newPage();
  for (const [name, shot] of Object.entries(pictures)) {
    const png = readFileSync(join(project, `artifacts/shots/${shot}.png`)).toString('base64');
    const url = await page.evaluate(
      async ([source, ofWebp, height]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = Math.min(image.height, height);
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', ofWebp);
      },
      [png, quality, tallest] as const,
    );
    const webp = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    if (webp.length > mostBytes)
      throw new Error(`${name} has ${webp.length} bytes, and at most ${mostBytes} are wanted`);
    writeFileSync(join(project, `docs/pictures/${name}.webp`), webp);
  }
} finally {
  await browser.close();
}
