/**
 * Takes a picture of every page and state of the site at the widths of a telephone, a tablet and a computer:
 *
 *   npm run shots [-- WORD]     into artifacts/shots/; a word takes only the states whose names hold it
 *
 * It needs the built site, and starts a server of its own on a free port with a data folder of its own. The states of the
 * portal are reached by its end-to-end tests, which take their pictures on the way.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchChromium } from '../../support/launch-chromium.ts';
import { withBoxline } from '../support.ts';
import { type State, states } from './states.ts';

const project = resolve(import.meta.dirname, '../../..');
const folder = join(project, 'artifacts/shots');

const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const tallPx = 1700;
/** US Letter at 96 px per inch, without its margins. */
const paper = { width: 720, height: 960 };

const say = (text: string) => process.stdout.write(`${text}\n`);

async function take(browser: Browser, origin: string, state: State, window: (typeof windows)[number]): Promise<void> {
  const viewport = state.print ? paper : state.window === 'tall' ? { ...window, height: tallPx } : window;
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    reducedMotion: state.motion ? 'no-preference' : 'reduce',
  });
  try {
    const page = await context.newPage();
    await state.go(page);
    await page.evaluate(() => document.fonts.ready);
    const file = join(folder, `${state.name}${state.print ? '' : `-${window.width}`}`);
    if (state.print) {
      await page.emulateMedia({ media: 'print' });
      await page.pdf({
        path: `${file}.pdf`,
        format: 'Letter',
        margin: { top: '0.5in', bottom: '0.5in', left: '0.5in', right: '0.5in' },
      });
    }
    // Animations are shown at their end, except the opening, which is shown while it runs.
    await page.screenshot({
      path: `${file}.png`,
      fullPage: !state.window,
      animations: state.motion ? 'allow' : 'disabled',
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) throw new Error(`it scrolls sideways at ${viewport.width} px`);
  } finally {
    await context.close();
  }
}

/** Runs the portal's state tests with pictures switched on. Returns whether they passed. */
function takePortal(): boolean {
  const run = spawnSync('playwright', ['test', '--config=playwright.config.ts', '--reporter=line', 'portal-states'], {
    cwd: project,
    env: { ...process.env, SCREENSHOTS: folder },
    stdio: 'inherit',
  });
  return run.status === 0;
}

const [word = ''] = process.argv.slice(2);
const wanted = states.filter(({ name }) => name.includes(word));
const withPortal = 'portal'.includes(word);
if (wanted.length === 0 && !withPortal) {
  throw new Error(`no state is called ${word}: ${states.map(({ name }) => name).join(', ')}, portal`);
}

const browser = await launchChromium();
mkdirSync(folder, { recursive: true });
let failed = 0;
try {
  await withBoxline(async ({ server }) => {
    for (const state of wanted) {
      const widths = windows.filter(({ width }) => !state.below || width < state.below);
      for (const window of state.print ? windows.slice(0, 1) : widths) {
        try {
          await take(browser, server.url, state, window);
        } catch (error) {
          failed += 1;
          say(`${state.name} at ${window.width} px: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      say(state.name);
    }
  });
} finally {
  await browser.close();
}
if (withPortal && !takePortal()) failed += 1;
say(failed === 0 ? 'All pictures are in artifacts/shots' : `${failed} failed; the others are in artifacts/shots`);
process.exitCode = failed > 0 ? 1 : 0;
