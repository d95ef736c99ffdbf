import { describe, expect, it } from 'vitest';
import { referenceOf } from '#contract/reference.ts';
import { FakeBrowser } from './testing/browser.ts';
import { amendments, edited, leadsOf, otherStore, referenceIn, store } from './testing/leads.ts';

describe('R13 two tabs', () => {
  const tabsWithOneDraft = (browser: FakeBrowser) => {
    const [one, other] = [browser.openTab(), browser.openTab()];
    const sendings = [one.sending(), other.sending()] as const;
    sendings[0].save(store);
    sendings[1].draft();
    return sendings;
  };

  it('with the same answers make one lead, at once or one after the other', async () => {
    for (const atOnce of [true, false]) {
      const browser = new FakeBrowser();
      const [one, other] = tabsWithOneDraft(browser);
      const first = one.send(store);
      if (!atOnce) await first;
      const outcomes = await Promise.all([first, other.send(store)]);
      expect(browser.gateway.leads.size).toBe(1);
      expect(outcomes[0]).toEqual(outcomes[1]);
    }
  });

  it('with two stores make two leads, at once or one after the other', async () => {
    for (const atOnce of [true, false]) {
      const browser = new FakeBrowser();
      const [one, other] = tabsWithOneDraft(browser);
      const first = one.send(store);
      if (!atOnce) await first;
      const outcomes = await Promise.all([first, other.send(otherStore)]);
      expect(leadsOf(browser).map(([, answers]) => answers)).toEqual(
        [store, otherStore].map((answers) => JSON.stringify(Object.entries(answers))),
      );
      expect(new Set(outcomes.map(referenceIn)).size).toBe(2);
    }
  });

  it('whose posts cross make two leads even when neither could see the other', async () => {
    const browser = new FakeBrowser();
    const [one, other] = tabsWithOneDraft(browser);
    browser.storage.mode = 'refused';
    await Promise.all([one.send(store), other.send(otherStore)]);
    expect(browser.gateway.leads.size).toBe(2);
    expect(new Set(amendments(browser))).toEqual(new Set([undefined]));
  });

  it.each(['typed', 'typed, with its page loaded again', 'typed before that', 'not typed before the press'])(
    'R778 keep their own leads when the device keeps nothing more and both lose their first answer: the other was %s',
    async (how) => {
      const browser = new FakeBrowser();
      const [one, second] = [browser.openTab().sending(), browser.openTab()];
      let other = second.sending();
      one.save(store);
      if (how === 'typed before that') other.save(otherStore);
      browser.storage.mode = 'full';
      if (how.startsWith('typed')) other.save(otherStore);
      if (how.endsWith('again')) other = second.reload().sending();
      if (how.endsWith('again')) expect(other.draft()?.answers).toEqual(otherStore);
      browser.fates.push('answer lost', 'request lost');
      await one.send(store);
      await other.send(otherStore);
      await one.send(edited);
      await other.send(otherStore);
      expect(leadsOf(browser).map(([, answers]) => answers)).toEqual(
        [edited, otherStore].map((answers) => JSON.stringify(Object.entries(answers))),
      );
    },
  );

  it("do not take over each other's lost attempts", async () => {
    const browser = new FakeBrowser();
    const [one, other] = tabsWithOneDraft(browser);
    browser.fates.push('request lost');
    await one.send(store);
    await other.send(otherStore);
    await one.send(store);
    expect(browser.gateway.leads.size).toBe(2);
    expect(new Set(amendments(browser))).toEqual(new Set([undefined]));
  });

  it('R530 leave each other their references while one of them waits and the server is busy', async () => {
    const browser = new FakeBrowser();
    const [one, other] = tabsWithOneDraft(browser);
    browser.goOffline();
    const tab = browser.openTab();
    const waiting = await tab.sending().send(otherStore);
    expect(waiting.state).toBe('queued');
    browser.online = true;
    browser.fates.push('busy');
    browser.heldTimers = [];
    await tab.environment.queue.flush();
    const sent = await one.send(store);
    other.clear();
    await tab.environment.queue.flush();
    expect(leadsOf(browser)).toHaveLength(2);
    const storeOf = (reference: string) =>
      [...browser.gateway.leads].find(([id]) => referenceOf(id) === reference)?.[1].answers;
    expect(storeOf(referenceIn(waiting))).toBe(JSON.stringify(Object.entries(otherStore)));
    expect(storeOf(referenceIn(sent))).toBe(JSON.stringify(Object.entries(store)));
  });

  it('that were never shown the draft of the other do not inherit its unknown fate', async () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab().sending(), browser.openTab().sending()];
    expect([one.draft(), other.draft()]).toEqual([undefined, undefined]);
    browser.fates.push('answer lost');
    await one.send(store);
    other.save(otherStore);
    await other.send(otherStore);
    await one.send(edited);
    expect(leadsOf(browser).map(([, answers]) => answers)).toEqual(
      [edited, otherStore].map((answers) => JSON.stringify(Object.entries(answers))),
    );
  });

  it('keep their own leads when one is opened while the other waits for its answer', async () => {
    const browser = new FakeBrowser();
    const one = browser.openTab().sending();
    const way = Promise.withResolvers<void>();
    browser.travel = () => way.promise;
    const first = one.send(store);
    const late = browser.openTab().sending();
    expect(late.draft()?.answers).toEqual(store);
    const second = late.send(otherStore);
    way.resolve();
    await Promise.all([first, second]);
    expect(browser.gateway.leads.size).toBe(2);
  });
});

describe('R673 two tabs of one draft', () => {
  /** One tab types. The other tab shows that draft and goes on with it. */
  function tabsOfOneDraft() {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab().sending(), browser.openTab().sending()];
    one.save(store);
    other.draft();
    other.save(edited);
    return { browser, one, other };
  }
  const onDevice = (browser: FakeBrowser) => browser.openTab().sending().draft()?.answers;

  it('one is cleared: what the other typed stays on the device', () => {
    const { browser, one } = tabsOfOneDraft();
    expect(one.clear()).toBe(true);
    expect(onDevice(browser)).toEqual(edited);
    expect(one.undoClear(store)).toBeInstanceOf(Date);
  });

  it('one is emptied by hand: what the other typed stays on the device', () => {
    const { browser, one } = tabsOfOneDraft();
    one.emptied();
    expect(onDevice(browser)).toEqual(edited);
  });

  it('one takes its change of what was sent back: what the other typed stays on the device', async () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab().sending(), browser.openTab().sending()];
    await one.send(store, { current: () => ({ answers: edited, sendable: edited }) });
    other.draft();
    other.save(otherStore);
    one.save(store);
    expect(onDevice(browser)).toEqual(otherStore);
  });

  it('one is cleared that was only shown what the other typed since: that stays on the device', () => {
    const { browser, one, other } = tabsOfOneDraft();
    const third = browser.openTab().sending();
    third.draft();
    other.save(otherStore);
    third.clear();
    expect(onDevice(browser)).toEqual(otherStore);
    one.clear();
    expect(onDevice(browser)).toEqual(otherStore);
  });

  it('one is cleared and used for another store: both are leads of their own', async () => {
    const { browser, one, other } = tabsOfOneDraft();
    one.clear();
    one.save(otherStore);
    await one.send(otherStore);
    await other.send(edited);
    expect(leadsOf(browser).map(([, answers]) => answers)).toEqual(
      [otherStore, edited].map((answers) => JSON.stringify(Object.entries(answers))),
    );
  });

  it('what was shown and typed no further is off the device when it is cleared', () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab(), browser.openTab().sending()];
    one.sending().save(store);
    other.draft();
    expect(other.clear()).toBe(false);
    expect(browser.storage.values.size).toBe(0);
    const reloaded = one.reload().sending();
    expect(reloaded.draft()).toMatchObject({ answers: store, savedAt: 'tab' });
    expect(reloaded.clear()).toBe(false);
  });
});
