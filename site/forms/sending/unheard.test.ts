import { describe, expect, it } from 'vitest';
import { askUnheard } from './ask-unheard.ts';
import { createSentLog } from './sent-log.ts';
import { FakeBrowser, type FakeTab } from './testing/browser.ts';
import { edited, leadsOf, otherStore, store } from './testing/leads.ts';

/** Sends in a tab, which then waits for the answer. `arrives`: whether the server gets it. */
async function sendIn(tab: FakeTab, browser: FakeBrowser, arrives: boolean): Promise<void> {
  browser.travel = () => (arrives && browser.gateway.requests.length === 0 ? Promise.resolve() : new Promise(() => {}));
  void tab.sending().send(store);
  await browser.settled();
  browser.travel = () => Promise.resolve();
}

/** Reloads a tab's page. Resolves once the new page has asked about unanswered sends. */
async function nextPage(tab: FakeTab, browser: FakeBrowser): Promise<FakeTab> {
  const next = tab.reload();
  askUnheard(next.environment, next.environment.unheard);
  await browser.settled();
  return next;
}

const toldIn = ({ environment }: FakeTab) => environment.unheard.leads.get().map(({ state }) => state);

/** Lets the time pass for which the timers of a browser wait. */
async function timePasses(browser: FakeBrowser): Promise<void> {
  for (const timer of browser.heldTimers?.splice(0) ?? []) timer();
  await browser.settled();
}

describe('R62 a send whose page is left in mid-send', () => {
  it.each([
    [true, 'received'],
    [false, 'missing'],
  ] as const)('is asked about by the next page: the server has it %s, so it is %s', async (arrives, fate) => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, arrives);
    const next = tab.reload();
    askUnheard(next.environment, next.environment.unheard);
    expect(toldIn(next)).toEqual(['asking']);
    await browser.settled();
    expect(toldIn(next)).toEqual([fate]);
    // It is shown once: nothing of it is left on the device.
    const third = await nextPage(next, browser);
    expect(toldIn(third)).toEqual([]);
    // A received form is no draft any more. A form that was not received still is.
    expect(third.sending().draft() === undefined).toBe(arrives);
    const outcome = await third.sending().send(store);
    expect(outcome.state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('R373 is asked about a second after the browser is online, however often that failed before', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    browser.goOffline();
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    for (let tries = 0; tries < 5; tries += 1) {
      for (const run of browser.heldTimers.splice(0)) run();
      await browser.settled();
    }
    expect(browser.pausesMs.at(-1)).toBe(120_000);
    // The browser reports that it is online before a request can get through.
    next.events.dispatchEvent(new Event('online'));
    await browser.settled();
    expect(browser.pausesMs.at(-1)).toBe(1_000);
    browser.online = true;
    await timePasses(browser);
    expect(toldIn(next)).toEqual(['received']);
  });

  it('is amended by what is changed in it, when the browser brings it back into the form after the next page heard of it', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    const next = await nextPage(tab, browser);
    expect(toldIn(next)).toEqual(['received']);

    const back = next.reload().sending();
    expect(back.draft()).toBeUndefined();
    back.resume(store);
    back.save(edited);
    expect((await back.send(edited)).state).toBe('sent');
    expect(leadsOf(browser).map(([, answers]) => answers)).toEqual([expect.stringContaining(edited.email)]);
  });

  it('is a lead of its own beside another one that is typed into an empty form', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    const next = await nextPage(tab, browser);
    const later = next.reload().sending();
    later.resume({});
    later.save(otherStore);
    expect((await later.send(otherStore)).state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(2);
  });

  it('is asked about once more when the server was slower than the next page', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, false);
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    browser.gateway.receive({ ...store, submission_id: unheardId(browser) });
    await timePasses(browser);
    expect(toldIn(next)).toEqual(['received']);
  });

  it('R747 that the server stores only after it was asked, and was told as not sent, is told as received in the end', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, false);
    const id = unheardId(browser);
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    await timePasses(browser);
    await timePasses(browser);
    expect(toldIn(next)).toEqual(['missing']);
    browser.gateway.receive({ ...store, submission_id: id });
    await timePasses(browser);
    expect(toldIn(next)).toEqual(['received']);
    expect(next.sending().draft()).toBeUndefined();
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('R747 that was sent again meanwhile is told by that send alone', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, false);
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    await timePasses(browser);
    await timePasses(browser);
    expect((await next.sending().send(store)).state).toBe('sent');
    await timePasses(browser);
    expect(toldIn(next)).toEqual([]);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('is asked about again when the connection is back, and says meanwhile that it is not known', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    browser.goOffline();
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    expect(toldIn(next)).toEqual(['asking']);
    next.goOnline();
    await browser.settled();
    expect(toldIn(next)).toEqual(['received']);
  });

  it('R670 about which the server cannot be asked is said to be unknown, while it is asked on', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    browser.goOffline();
    browser.heldTimers = [];
    const next = await nextPage(tab, browser);
    const tryAgain = async () => {
      for (const run of browser.heldTimers?.splice(0) ?? []) run();
      await browser.settled();
    };
    for (const told of ['asking', 'asking', 'unknown', 'unknown']) {
      expect(toldIn(next)).toEqual([told]);
      await tryAgain();
    }
    // The person has put the line away. It comes back only once the result is known.
    next.environment.unheard.forget({ kind: 'inquiry' });
    await tryAgain();
    expect(toldIn(next)).toEqual([]);
    browser.online = true;
    await tryAgain();
    expect(toldIn(next)).toEqual(['received']);
  });

  it('is nothing to another tab while its own still waits, and is as soon as the browser has died', async () => {
    const browser = new FakeBrowser();
    browser.heldTimers = [];
    const tab = browser.openTab();
    await sendIn(tab, browser, true);
    const other = browser.openTab();
    askUnheard(other.environment, other.environment.unheard);
    await browser.settled();
    expect(toldIn(other)).toEqual([]);
    const later = tab.crash();
    askUnheard(later.environment, later.environment.unheard);
    await browser.settled();
    expect(toldIn(later)).toEqual(['received']);
  });

  it('R807 is nothing to another tab while its page waits over more than one request, and is soon after that page has died', async () => {
    const browser = new FakeBrowser();
    browser.heldTimers = [];
    const tab = browser.openTab();
    await sendIn(tab, browser, false);
    const other = browser.openTab();
    askUnheard(other.environment, other.environment.unheard);
    for (let round = 0; round < 4; round += 1) {
      browser.passes(20_000);
      await timePasses(browser);
      expect(toldIn(other)).toEqual([]);
      // What the page that waits has sent is not for another tab to correct.
      expect(createSentLog(other.environment.device, () => browser.nowMs).of(unheardId(browser))).toMatchObject({
        underWayUntil: expect.toSatisfy((until: number) => until > browser.nowMs),
      });
    }
    tab.close();
    browser.passes(26_000);
    for (let round = 0; round < 4; round += 1) await timePasses(browser);
    expect(toldIn(other)).toEqual(['missing']);
  });

  it('is told by its own page alone when it has an answer after all', async () => {
    for (const [fate, state] of [
      ['arrives', 'sent'],
      ['down', 'failed'],
      ['answer lost', 'failed'],
    ] as const) {
      const browser = new FakeBrowser();
      browser.fates = [fate];
      const tab = browser.openTab();
      expect((await tab.sending().send(store)).state).toBe(state);
      await browser.settled();
      const other = browser.openTab();
      askUnheard(other.environment, other.environment.unheard);
      await browser.settled();
      expect(toldIn(other)).toEqual([]);
    }
  });

  it('is told no more once its form is sent again', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    await sendIn(tab, browser, false);
    const next = await nextPage(tab, browser);
    expect(toldIn(next)).toEqual(['missing']);
    await next.sending().send(store);
    expect(toldIn(next)).toEqual([]);
  });
});

/** The id under which the device keeps the send. */
function unheardId(browser: FakeBrowser): string {
  const key = [...browser.storage.values.keys()].find((one) => one.startsWith('boxline.unheard.')) ?? '';
  return key.replace('boxline.unheard.', '');
}
