import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from './chromium.ts';

/**
 * Starts the installed Chromium, for drawing or measuring outside the test runs.
 *
 * @param more arguments in addition to those it always has
 * @throws when none is installed, with what to do about it
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is not installed. Install it, or name it in CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...more] });
}
