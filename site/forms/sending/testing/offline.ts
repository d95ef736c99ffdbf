import { expect } from 'vitest';
import { FakeBrowser, type FakeTab } from './browser.ts';
import { store } from './leads.ts';

/** A browser that queued one submission while it was offline. */
export async function offlineWith(answers = store): Promise<{ browser: FakeBrowser; tab: FakeTab; reference: string }> {
  const browser = new FakeBrowser();
  browser.online = false;
  const tab = browser.openTab();
  const outcome = await tab.sending().send(answers);
  if (outcome.state !== 'queued') return expect.unreachable(outcome.state);
  // What a test sees of pauses is what comes after.
  browser.pausesMs.length = 0;
  return { browser, tab, reference: outcome.reference };
}
