import { type Browser, chromium } from '@playwright/test';
import { requireTool, tools } from '../run/tools.ts';
import { chromiumArguments, findChromium } from './chromium.ts';

/**
 * Starts Chromium, for drawing or measuring outside the test runs. Where it is missing, it is installed first.
 *
 * @param more arguments in addition to those it always has
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  await requireTool(tools.chromium);
  return chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArguments, ...more] });
}
