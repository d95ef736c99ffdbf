import { expect } from 'vitest';
import { queuedPrefix } from '../lifetimes.ts';
import { FakeBrowser, type FakeTab } from './browser.ts';
import { store } from './leads.ts';

interface Offline {
  readonly browser: FakeBrowser;
  readonly tab: FakeTab;
  readonly reference: string;
  /** The key of the submission's record in the queue. */
  readonly key: string;
}

/** A browser that queued one submission while it was offline. */
export async function offlineWith(answers = store): Promise<Offline> {
  const browser = new FakeBrowser();
  browser.online = false;
  const tab = browser.openTab();
  const outcome = await tab.sending().send(answers);
  if (outcome.state !== 'queued') return expect.unreachable(outcome.state);
  // Forget the pauses so far, so that a test sees only later ones.
  browser.pausesMs.length = 0;
  const key = [...browser.storage.values.keys()].find((name) => name.startsWith(queuedPrefix)) ?? '';
  return { browser, tab, reference: outcome.reference, key };
}
