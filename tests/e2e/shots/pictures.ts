/**
 * Draws the pictures that represent the site elsewhere (link previews, tabs, home screens) into site/public with Chromium,
 * and records their sources. They are committed; a build does not draw them.
 *
 *     npm run pictures
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archivoFile } from '../../../scripts/build/font.mjs';
import { drawings, faviconSize } from '../../../scripts/pictures/drawings.ts';
import { icoOf } from '../../../scripts/pictures/ico.ts';
import { currentRecord, publicFolder, recordFile } from '../../../scripts/pictures/record.ts';
import { launchChromium } from '../../support/launch-chromium.ts';

const font = (await readFile(archivoFile)).toString('base64');
const fontFace = `<style>@font-face{font-family:Archivo;src:url(data:font/woff2;base64,${font});font-weight:100 900;font-stretch:62% 125%}</style>`;

await mkdir(publicFolder, { recursive: true });
const browser = await launchChromium();
try {
  for (const { file, width, height, html } of drawings()) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(`<!doctype html><meta charset="utf-8">${fontFace}${html}`);
    await page.evaluate('document.fonts.ready');
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(join(publicFolder, file), file.endsWith('.ico') ? icoOf(png, faviconSize) : png);
    await page.close();
    process.stdout.write(`${file.padEnd(22)} ${width} x ${height}, ${png.length} bytes\n`);
  }
} finally {
  await browser.close();
}
await writeFile(recordFile, `${JSON.stringify(currentRecord(), null, 2)}\n`);
