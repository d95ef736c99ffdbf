import { describe, expect, it, vi } from 'vitest';
import { referenceOf } from '#contract/reference.ts';
import { MailFailure } from '../../mail/failure.ts';
import { FakeBrowser, type FakeTab } from './testing/browser.ts';
import { otherStore, store } from './testing/leads.ts';

const dayMs = 24 * 3_600_000;

/** A browser that queued one submission while it was offline. */
async function offlineWith(answers = store): Promise<{ browser: FakeBrowser; tab: FakeTab; reference: string }> {
  const browser = new FakeBrowser();
  browser.online = false;
  const tab = browser.openTab();
  const outcome = await tab.sending().send(answers);
  if (outcome.state !== 'queued') return expect.unreachable(outcome.state);
  return { browser, tab, reference: outcome.reference };
}

describe('R15 offline', () => {
  it('a submission is queued on the device, with the reference it will have', async () => {
    const { browser, tab, reference } = await offlineWith();
    expect(tab.queued).toMatchObject([{ kind: 'inquiry', reference, state: 'waiting', onDevice: true }]);
    expect(tab.sending().draft()).toBeUndefined();
    const late = tab.reload();
    browser.online = true;
    late.environment.queue.start();
    await browser.settled();
    expect([...browser.gateway.leads.keys()].map(referenceOf)).toEqual([reference]);
    expect(late.queued).toMatchObject([{ reference, state: 'sent' }]);
  });

  it('a submission whose answer is lost with the connection is queued, and one lead in the end', async () => {
    const browser = new FakeBrowser();
    browser.replies.push((params) => {
      browser.gateway.receive(params);
      browser.online = false;
      throw new MailFailure(0, 'Network Error');
    });
    const tab = browser.openTab();
    const outcome = await tab.sending().send(store);
    expect(outcome.state).toBe('queued');
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'sent' }]);
    expect([...browser.gateway.leads.keys()].map(referenceOf)).toEqual(['reference' in outcome && outcome.reference]);
  });

  it('the same answers are queued once, from any tab', async () => {
    const { browser, tab, reference } = await offlineWith();
    const again = [await tab.sending().send(store), await browser.openTab().sending().send(store)];
    expect(again).toEqual([
      { state: 'queued', reference, onDevice: true },
      { state: 'queued', reference, onDevice: true },
    ]);
    expect(tab.queued).toHaveLength(1);
  });

  it('two stores are two queued submissions and two leads', async () => {
    const { browser, tab } = await offlineWith();
    await tab.sending().send(otherStore);
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(2);
  });

  it('without storage it stays in the page, and says so', async () => {
    const browser = new FakeBrowser();
    browser.online = false;
    browser.storage.mode = 'refused';
    const tab = browser.openTab();
    expect(await tab.sending().send(store)).toMatchObject({ state: 'queued', onDevice: false });
    expect(tab.queued).toMatchObject([{ state: 'waiting', onDevice: false }]);
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.leads.size).toBe(1);
  });
});

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
    expect(browser.pausesMs).toEqual([5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000]);
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
    const { browser, tab, reference } = await offlineWith();
    tab.environment.queue.remove(reference);
    expect(tab.queued).toEqual([]);
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    expect(browser.gateway.requests).toEqual([]);
  });

  it('does not bring back what was taken out while it was under way', async () => {
    const { browser, tab, reference } = await offlineWith();
    browser.fates.push('down');
    const way = Promise.withResolvers<void>();
    browser.travel = () => way.promise;
    browser.heldTimers = [];
    tab.environment.queue.start();
    tab.goOnline();
    tab.environment.queue.remove(reference);
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

describe('a queued submission that the server refuses', () => {
  async function refusedWith(status: number, text: string) {
    const { browser, tab, reference } = await offlineWith();
    browser.replies.push(() => {
      throw new MailFailure(status, text);
    });
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    return { browser, tab, reference };
  }

  it('becomes a draft again, with what is wrong, and the page is told', async () => {
    const errors = [{ field: 'email', text: 'Enter an e-mail address' }];
    const { browser, tab, reference } = await refusedWith(422, 'email: Enter an e-mail address');
    expect(tab.queued).toMatchObject([{ state: 'refused', reference, errors }]);
    browser.nowMs += 3 * dayMs;
    const sending = tab.reload().sending();
    expect(sending.draft()).toEqual({ answers: store, savedAt: new Date(browser.nowMs), errors });
    expect((await sending.send({ ...store, email: 'c@alder.example' })).state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(1);
    expect(browser.openTab().sending().draft()).toBeUndefined();
  });

  it('also when the request itself was wrong', async () => {
    const { tab } = await refusedWith(400, 'The request body is malformed');
    expect(tab.queued).toMatchObject([{ state: 'refused', errors: [] }]);
    expect(tab.reload().sending().draft()?.answers).toEqual(store);
  });

  it('waits behind a draft that is being filled in', async () => {
    const { browser, tab } = await refusedWith(422, 'email: Enter an e-mail address');
    const sending = browser.openTab().sending();
    sending.save(otherStore);
    expect(sending.draft()?.answers).toEqual(otherStore);
    await sending.send(otherStore);
    expect(tab.reload().sending().draft()?.answers).toEqual(store);
  });

  it.each([403, 404, 429, 503])('with %i, which may pass, goes on waiting', async (status) => {
    const { browser, tab } = await refusedWith(status, 'not now');
    await vi.waitFor(() => expect(tab.queued).toMatchObject([{ state: 'sent' }]));
    expect(browser.gateway.leads.size).toBe(1);
  });
});
