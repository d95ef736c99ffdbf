import { describe, expect, it, vi } from 'vitest';
import { brand } from '#brand/brand.ts';
import { referenceOf } from '#contract/reference.ts';
import { MailFailure } from '../../mail/failure.ts';
import { FakeBrowser } from './testing/browser.ts';
import { otherStore, store } from './testing/leads.ts';
import { offlineWith } from './testing/offline.ts';

const dayMs = 24 * 3_600_000;

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
    expect(again).toMatchObject([
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

  it('R325 where the browser refuses storage and locks, it goes out from the page once it is online', async () => {
    const browser = new FakeBrowser();
    browser.online = false;
    browser.storage.mode = 'refused';
    // Chromium does this when its user blocks cookies.
    browser.locks = {
      request: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
    } as unknown as LockManager;
    const tab = browser.openTab();
    expect(await tab.sending().send(store)).toMatchObject({ state: 'queued', onDevice: false });
    tab.environment.queue.start();
    browser.heldTimers = [];
    tab.goOnline();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'sent' }]);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('R326 a turn that a tab took while the clock was ahead, and never gave back, holds nothing up', async () => {
    const { browser, tab } = await offlineWith();
    const until = browser.nowMs + 13 * 3_600_000;
    browser.storage.values.set('boxline.sending', JSON.stringify({ holder: 'a tab that died', until }));
    tab.environment.queue.start();
    browser.heldTimers = [];
    tab.goOnline();
    await browser.settled();
    expect(tab.queued).toMatchObject([{ state: 'sent' }]);
  });
});

describe('a queued submission that the server refuses', () => {
  async function refusedWith(status: number, text: string, isOurs?: boolean) {
    const { browser, tab, reference } = await offlineWith();
    browser.replies.push(() => {
      throw new MailFailure(status, text, undefined, isOurs);
    });
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    return { browser, tab, reference };
  }

  it('becomes a draft again, with what is wrong, and the page is told', async () => {
    const errors = [{ field: 'email', text: 'Enter an e-mail address' }];
    const { browser, tab, reference } = await refusedWith(422, 'email: Enter an e-mail address');
    expect(tab.queued).toMatchObject([{ state: 'refused', reference }]);
    browser.nowMs += 3 * dayMs;
    const sending = tab.reload().sending();
    expect(sending.draft()).toEqual({ answers: store, savedAt: new Date(browser.nowMs), errors });
    expect((await sending.send({ ...store, email: 'c@alder.example' })).state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(1);
    expect(browser.openTab().sending().draft()).toBeUndefined();
  });

  it('also when the request itself was wrong', async () => {
    const { tab } = await refusedWith(400, 'The request body is malformed', true);
    expect(tab.queued).toMatchObject([{ state: 'refused' }]);
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

describe('R670 a form that waits', () => {
  /** Puts a submission aside offline and comes online again. The timers are held, so that the test sees each try. */
  async function refusedOnce(failure: MailFailure) {
    const { browser, tab, reference } = await offlineWith();
    browser.heldTimers = [];
    browser.replies.push(() => {
      throw failure;
    });
    tab.environment.queue.start();
    tab.goOnline();
    await browser.settled();
    return { browser, tab, reference };
  }
  const tryAgain = async (browser: FakeBrowser) => {
    for (const run of browser.heldTimers?.splice(0) ?? []) run();
    await browser.settled();
  };

  it.each([
    [403, '<html><h1>Access denied</h1></html>'],
    [403, 'Forbidden'],
    [404, 'page not found'],
    [451, 'Unavailable For Headless Browser'],
  ])('and is refused with %i by something in between is tried on, and the page says so', async (status, text) => {
    const { browser, tab, reference } = await refusedOnce(new MailFailure(status, text));
    expect(tab.queued).toMatchObject([{ state: 'waiting', reference, isHindered: true }]);
    browser.fates.push('down');
    await tryAgain(browser);
    expect(tab.queued).toMatchObject([{ state: 'waiting', reference, isHindered: false }]);
    await tryAgain(browser);
    expect(tab.queued).toMatchObject([{ state: 'sent', reference, isHindered: false }]);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it.each([400, 413, 415])(
    'R743 and is refused with %i by a firewall is tried on; by our server or another provider it is tried no more',
    async (status) => {
      const { browser, tab } = await refusedOnce(new MailFailure(status, 'Bad Request', undefined, false));
      expect(tab.queued).toMatchObject([{ state: 'waiting', isHindered: true }]);
      await tryAgain(browser);
      expect(tab.queued).toMatchObject([{ state: 'sent', isHindered: false }]);
      for (const isOurs of [true, undefined]) {
        const final = await refusedOnce(new MailFailure(status, 'Bad Request', undefined, isOurs));
        expect(final.tab.queued).toMatchObject([{ state: 'refused', isHindered: true }]);
      }
    },
  );

  it('and is refused with 403 by our server is tried no more, and comes back with whom to call', async () => {
    const { browser, tab, reference } = await refusedOnce(new MailFailure(403, 'Forbidden', undefined, true));
    expect(tab.queued).toMatchObject([{ state: 'refused', reference, isHindered: true }]);
    await tryAgain(browser);
    expect(browser.gateway.requests).toEqual([]);
    const draft = tab.reload().sending().draft();
    expect(draft?.answers).toEqual(store);
    expect(draft?.errors).toEqual([{ field: '', text: expect.stringContaining(`Call ${brand.phone} or write to`) }]);
  });

  it('and is refused for an answer comes back to be corrected', async () => {
    const { tab } = await refusedOnce(new MailFailure(422, 'email: Enter an e-mail address'));
    expect(tab.queued).toMatchObject([{ state: 'refused', isHindered: false }]);
  });
});
