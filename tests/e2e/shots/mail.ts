/**
 * Writes every mail to artifacts/mail/, as HTML, as text, and as pictures at phone and desktop width, for people to look at:
 *
 *   node tests/e2e/shots/mail.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../support/launch-chromium.ts';
import { mailSamples } from '../../support/mail-samples.ts';

const folder = join(import.meta.dirname, '../../../artifacts/mail');
const widths = [390, 700];

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
for (const [name, letter] of Object.entries(mailSamples())) {
  writeFileSync(join(folder, `${name}.html`), letter.html);
  writeFileSync(join(folder, `${name}.txt`), `Subject: ${letter.subject}\n\n${letter.text}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, deviceScaleFactor: 1 });
      await tab.setContent(letter.html);
      const wide = await tab.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      if (wide) process.stdout.write(`${name} scrolls sideways at ${width} px\n`);
      await tab.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await tab.close();
    }
  }
}
await browser.close();
process.stdout.write(`wrote ${folder}\n`);
