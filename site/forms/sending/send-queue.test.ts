import { describe, expect, it, vi } from 'vitest';
import { type FakeTab, nextTurn } from './testing/browser.ts';
import { offlineWith } from './testing/offline.ts';

const dayMs = 24 * 3_600_000;

describe('R15 the queue', () => {
  it.each([
    ['comes online', (tab: FakeTab) => tab.goOnline()],
    ['is shown', (tab: FakeTab) => tab.events.dispatchEvent(new Event('visibilitychange'))],
    ['comes back from the back/forward cache', (tab: FakeTab) => tab.events.dispatchEvent(new Event('pageshow'))],
  ])('goes out when a page %s', async (_, happen) => {
    const { browser, tab } = await offlineWith();
    tab.environment.queue.start();
    await browser.settled();
    expect(browser.gateway.requests).toEqual([]);
    browser.online = true;
    happen(tab);
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('R374 goes out from a page whose browser says without end that it is offline, although it is not', async () => {
    const { browser, tab } = await offlineWith();
    browser.heldTimers = [];
    tab.environment.queue.start();
    await browser.settled();
    // Every try fails for two minutes. Then the network is back, but no event says so.
    for (const waitedMs of [1_000, 5_000, 15_000, 30_000, 60_000]) {
      expect(browser.pausesMs.at(-1)).toBe(waitedMs);
      for (const run of browser.heldTimers.splice(0)) run();
      await browser.settled();
    }
    browser.reaches = true;
    for (const run of browser.heldTimers.splice(0)) run();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
    expect(tab.queued).toMatchObject([{ state: 'sent' }]);
  });

  it('R840 is shown empty by the next try after the storage was cleared, of which no event tells', async () => {
    const { browser, tab } = await offlineWith();
    browser.heldTimers = [];
    tab.environment.queue.start();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'waiting' }]);
    browser.storage.clear();
    for (const run of browser.heldTimers.splice(0)) run();
    await browser.settled();
    expect(tab.queued).toEqual([]);
  });

  it('never expires', async () => {
    const { browser, tab } = await offlineWith();
    browser.nowMs += 90 * dayMs;
    browser.online = true;
    tab.reload().environment.queue.start();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('is tried again after growing pauses while the server fails, without end', async () => {
    const { browser, tab } = await offlineWith();
    const failures = ['request lost', 'down', 'busy', 'down', 'down', 'down', 'down'] as const;
    browser.fates.push(...failures);
    tab.environment.queue.start();
    tab.goOnline();
    await vi.waitFor(() => expect(browser.gateway.leads.size).toBe(1));
    expect(browser.pausesMs).toEqual([1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000]);
  });

  it('R373 is tried again a second after the browser said that it is online and its first request was lost', async () => {
    const { browser, tab } = await offlineWith();
    browser.heldTimers = [];
    browser.fates.push('request lost');
    tab.environment.queue.start();
    tab.goOnline();
    await nextTurn();
    expect(browser.gateway.leads.size).toBe(0);
    expect(browser.pausesMs).toEqual([1_000]);
    for (const run of browser.heldTimers.splice(0)) run();
    await nextTurn();
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('sends a submission whose answer was lost again, as the same lead', async () => {
    const { browser, tab } = await offlineWith();
    browser.fates.push('answer lost', 'down after storing');
    tab.environment.queue.start();
    tab.goOnline();
    await vi.waitFor(() => expect(tab.queued).toMatchObject([{ state: 'sent' }]));
    expect(browser.gateway.leads.size).toBe(1);
  });

  it.each(['lease', 'locks'])('is sent by one tab at a time (%s)', async (means) => {
    const { browser, tab } = await offlineWith();
    let locked = false;
    if (means === 'locks') {
      browser.locks = {
        request: async (_name: string, _options: unknown, act: (lock: object | null) => Promise<unknown>) => {
          if (locked) return act(null);
          locked = true;
          return act({}).finally(() => {
            locked = false;
          });
        },
      } as unknown as LockManager;
    }
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
    const way = Promise.withResolvers<void>();
    browser.travel = () => way.promise;
    for (const { environment } of tabs) environment.queue.start();
    browser.heldTimers = [];
    for (const each of [tab, ...tabs]) each.goOnline();
    way.resolve();
    await browser.settled();
    expect(browser.gateway.requests).toHaveLength(1);
  });

  it.each(['answer lost', 'busy'] as const)(
    'is one lead, sent, when two tabs send it at once and one ends in: %s',
    async (fate) => {
      const { browser } = await offlineWith();
      browser.locks = {
        request: async (_name: string, _options: unknown, act: (lock: object) => Promise<unknown>) => act({}),
      } as unknown as LockManager;
      browser.heldTimers = [];
      const tabs = [browser.openTab(), browser.openTab()];
      for (const { environment } of tabs) environment.queue.start();
      browser.fates.push('arrives', fate);
      // Both are on their way before the first answer comes, and the second comes after it.
      const ways: PromiseWithResolvers<void>[] = [];
      browser.travel = () => {
        const way = Promise.withResolvers<void>();
        ways.push(way);
        return way.promise;
      };
      for (const each of tabs) each.goOnline();
      await browser.settled();
      for (const way of ways) {
        way.resolve();
        await browser.settled();
      }
      expect(browser.gateway.leads.size).toBe(1);
      expect(browser.fates).toEqual([]);
      const late = browser.openTab();
      late.environment.queue.start();
      expect(late.queued).toMatchObject([{ state: 'sent' }]);
      expect(JSON.stringify([...browser.storage.values])).not.toContain('Alder');
    },
  );

  it('takes over from a tab that died with the turn', async () => {
    const { browser, tab } = await offlineWith();
    browser.storage.values.set('boxline.sending', JSON.stringify({ holder: 'dead', until: browser.nowMs + 30_000 }));
    browser.heldTimers = [];
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.requests).toEqual([]);
    browser.nowMs += 30_000;
    for (const run of browser.heldTimers.splice(0)) run();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('R749 goes out after about a minute although a tab that the system has frozen keeps the turn', async () => {
    const { browser, tab } = await offlineWith();
    browser.locks = {
      request: async (_name: string, _options: unknown, act: (lock: null) => Promise<unknown>) => act(null),
    } as unknown as LockManager;
    browser.heldTimers = [];
    const other = tab.reload();
    other.environment.queue.start();
    other.goOnline();
    await browser.settled();
    browser.pausesMs.length = 0;
    let tries = 0;
    while (browser.gateway.requests.length === 0 && tries < 10) {
      for (const run of browser.heldTimers.splice(0)) run();
      await browser.settled();
      tries += 1;
    }
    expect(tries, 'the other tab has its turn first').toBeGreaterThan(1);
    expect(other.queued).toMatchObject([{ state: 'sent' }]);
    expect(browser.gateway.leads.size).toBe(1);
    expect(browser.pausesMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000);
  });

  it('R801 shows of a form that is being sent, or whose answer was lost, that the server may have it', async () => {
    const { browser, tab } = await offlineWith();
    expect(tab.queued).toMatchObject([{ state: 'waiting', unsure: false }]);
    browser.fates.push('answer lost');
    browser.heldTimers = [];
    const way = Promise.withResolvers<void>();
    browser.travel = () => way.promise;
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'waiting', unsure: true }]);
    way.resolve();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'waiting', unsure: true }]);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('shows another tab what it sent', async () => {
    const { browser, tab } = await offlineWith();
    const other = browser.openTab();
    other.environment.queue.start();
    expect(other.queued).toMatchObject([{ state: 'waiting' }]);
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    other.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'boxline.queued.x' }));
    expect(other.queued).toMatchObject([{ state: 'sent' }]);
  });

  it('keeps nothing that was typed once it is sent, and shows it for a day', async () => {
    const { browser, tab } = await offlineWith();
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(JSON.stringify([...browser.storage.values])).not.toContain('Alder');
    browser.nowMs += dayMs + 1;
    const late = browser.openTab();
    late.environment.queue.start();
    expect(late.queued).toEqual([]);
  });

  it('forgets what a person takes out of it', async () => {
    const { browser, tab, key } = await offlineWith();
    tab.environment.queue.remove(key);
    expect(tab.queued).toEqual([]);
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.requests).toEqual([]);
  });

  it('does not bring back what was taken out while it was under way', async () => {
    const { browser, tab, key } = await offlineWith();
    browser.fates.push('down');
    const way = Promise.withResolvers<void>();
    browser.travel = () => way.promise;
    browser.heldTimers = [];
    tab.environment.queue.start();
    tab.goOnline();
    tab.environment.queue.remove(key);
    way.resolve();
    await browser.settled();
    expect(tab.queued).toEqual([]);
  });

  it('passes over records that are corrupted or of newer code, and leaves those alone', async () => {
    const { browser, tab } = await offlineWith();
    browser.storage.values.set('boxline.queued.corrupt', '{');
    browser.storage.values.set('boxline.queued.newer', '{"version":2}');
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
    expect(browser.storage.values.get('boxline.queued.newer')).toBe('{"version":2}');
  });
});
