import { describe, expect, it } from 'vitest';
import { writeFieldErrors } from '#contract/field-errors.ts';
import { referenceOf } from '#contract/reference.ts';
import { MailFailure } from '../../mail/failure.ts';
import { askUnheard } from './ask-unheard.ts';
import { FakeBrowser } from './testing/browser.ts';
import { amendments, edited, ids, leadsOf, otherStore, referenceIn, store } from './testing/leads.ts';

const hourMs = 3_600_000;
const refusal = (status: number, text: string) => () => {
  throw new MailFailure(status, text);
};

describe('R528 what is corrected after the press', () => {
  /** Types something while the first request travels. */
  const correctOnTheWay = (browser: FakeBrowser, correct: () => void) => {
    browser.travel = async () => {
      browser.travel = () => Promise.resolve();
      correct();
    };
  };

  it('and before the answer is kept, said to be unsent, and amends the lead', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    correctOnTheWay(browser, () => sending.save(edited));
    const first = await sending.send(store);
    expect(first).toMatchObject({ state: 'sent', edited: true });
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(store))]]);
    expect([sending.draft()?.answers, sending.amends()]).toEqual([edited, referenceIn(first)]);
    const second = await sending.send(edited);
    expect(second).toEqual({ state: 'sent', reference: referenceIn(first) });
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(edited))]]);
    expect(sending.draft()).toBeUndefined();
  });

  it('and not yet saved is saved when the answer comes', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    const outcome = await sending.send(store, { current: () => ({ answers: edited, sendable: edited }) });
    expect(outcome).toMatchObject({ state: 'sent', edited: true });
    expect(sending.draft()?.answers).toEqual(edited);
  });

  it('while a busy server is waited for is no part of what was pressed for, and amends it', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('busy', 'busy');
    const tab = browser.openTab();
    const sending = tab.sending();
    const outcome = await sending.send(store, { onWait: () => sending.save(edited) });
    expect(outcome).toMatchObject({ state: 'sent', edited: true });
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(store))]]);
    const later = tab.reload().sending();
    expect([later.draft()?.answers, later.amends()]).toEqual([edited, referenceIn(outcome)]);
    await later.send(edited);
    expect(amendments(browser)).toEqual([undefined, ids(browser)[0]]);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('stays when the answers of the press are refused', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    browser.replies.push(refusal(422, writeFieldErrors([{ field: 'email', text: 'No' }])));
    correctOnTheWay(browser, () => sending.save(edited));
    expect((await sending.send(store)).state).toBe('refused');
    const later = tab.reload().sending();
    expect([later.draft()?.answers, later.amends()]).toEqual([edited, undefined]);
  });

  it('stays when the connection ends: nothing goes out by itself that is out of date', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => {
      sending.save(edited);
      browser.goOffline();
    });
    expect(await sending.send(store)).toMatchObject({ state: 'failed', status: 0 });
    browser.online = true;
    expect((await sending.send(edited)).state).toBe('sent');
    expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(edited))]]);
  });

  it('of a change, back to what was sent before, is a change as well', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => sending.save(edited));
    await sending.send(store);
    correctOnTheWay(browser, () => sending.save(store));
    expect(await sending.send(edited)).toMatchObject({ edited: true });
    await sending.send(store);
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(store))]]);
    expect(sending.draft()).toBeUndefined();
  });

  it('is kept although the browser forgot everything meanwhile', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    correctOnTheWay(browser, () => {
      sending.save(edited);
      browser.storage.values.clear();
      tab.session.values.clear();
      browser.setClock(25 * hourMs);
    });
    expect(await sending.send(store)).toMatchObject({ edited: true });
    await sending.send(edited);
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(edited))]]);
  });

  it('and taken back by hand is no change, and a reload does not bring it back', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    correctOnTheWay(browser, () => sending.save(edited));
    const { reference } = (await sending.send(store)) as { reference: string };
    expect(sending.amends()).toBe(reference);
    sending.save(store);
    expect(sending.amends()).toBeUndefined();
    expect(tab.reload().sending().draft()).toBeUndefined();
    // The next change amends the same lead.
    sending.save(edited);
    expect(sending.amends()).toBe(reference);
  });

  it('is no change when it is a sign or a space that is not sent', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    const typed = { ...store, email: 'a@alder.example\u200b' };
    correctOnTheWay(browser, () => sending.save(typed, store));
    expect(await sending.send(store)).not.toHaveProperty('edited');
  });

  it('and emptied by hand is over: the next store is a lead of its own', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => sending.save(edited));
    await sending.send(store);
    sending.emptied();
    sending.save(otherStore);
    expect(sending.amends()).toBeUndefined();
    await sending.send(otherStore);
    expect(browser.gateway.leads.size).toBe(2);
  });

  it('in the moment of the thanks amends what was sent', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    const first = await sending.send(store);
    sending.revise();
    sending.save(edited);
    expect(sending.amends()).toBe(referenceIn(first));
    expect(referenceIn(await sending.send(edited))).toBe(referenceIn(first));
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('to what was sent first and changed since brings the lead back to it', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => sending.save(edited));
    const first = await sending.send(store);
    await sending.send(edited);
    sending.save(store);
    expect(referenceIn(await sending.send(store))).toBe(referenceIn(first));
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(store))]]);
  });

  it('of what waits for a connection amends it, whichever arrives first', async () => {
    const browser = new FakeBrowser();
    browser.goOffline();
    const tab = browser.openTab();
    const sending = tab.sending();
    const first = await sending.send(store);
    sending.revise();
    sending.save(edited);
    browser.online = true;
    expect(referenceIn(await sending.send(edited))).toBe(referenceIn(first));
    await tab.environment.queue.flush();
    expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(edited))]]);
  });

  it('and changed back is nothing to send', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => {
      sending.save(edited);
      sending.save(store);
    });
    const outcome = await sending.send(store);
    expect(outcome).toEqual({ state: 'sent', reference: referenceIn(outcome) });
    expect(sending.draft()).toBeUndefined();
  });

  it('and pressed for after a lost answer is not taken for what arrived, whatever is asked about the id', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    browser.fates.push('answer lost');
    await sending.send(store);
    // The page is left before the server says that it knows the id with other answers.
    browser.travel = () => new Promise(() => undefined);
    void sending.send(edited);
    await browser.settled();
    browser.travel = () => Promise.resolve();
    const later = tab.reload();
    askUnheard(later.environment, later.environment.unheard);
    await browser.settled();
    const again = later.sending();
    expect([again.draft()?.answers, again.amends()]).toEqual([edited, referenceOf(String(ids(browser)[0]))]);
    await again.send(edited);
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(edited))]]);
  });

  it('after everything was deleted on the way amends the lead that was on its way', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => {
      sending.emptied();
      sending.save(edited);
    });
    const first = await sending.send(store);
    expect(first).toMatchObject({ edited: true });
    expect(referenceIn(await sending.send(edited))).toBe(referenceIn(first));
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('is off the device when it was deleted on the way and the server refused what was pressed for', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    browser.replies.push(refusal(422, writeFieldErrors([{ field: 'email', text: 'No' }])));
    correctOnTheWay(browser, () => sending.emptied());
    expect((await sending.send(store)).state).toBe('refused');
    expect(tab.reload().sending().draft()).toBeUndefined();
  });

  it('is not taken over by a page that only looks', async () => {
    const browser = new FakeBrowser();
    const writer = browser.openTab().sending();
    browser.fates.push('answer lost');
    await writer.send(store);
    const looker = browser.openTab().sending();
    looker.amends();
    writer.clear();
    looker.save(otherStore);
    await looker.send(otherStore);
    expect(amendments(browser)).toEqual([undefined, undefined]);
    expect(browser.gateway.leads.size).toBe(2);
  });

  it('in a second tab, of what the first one put aside, amends that', async () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab(), browser.openTab()];
    one.sending().save(store);
    const second = other.sending();
    second.draft();
    browser.goOffline();
    const first = await one.sending().send(store);
    expect(referenceIn(await second.send(store))).toBe(referenceIn(first));
    second.revise();
    second.save(edited);
    browser.online = true;
    expect(referenceIn(await second.send(edited))).toBe(referenceIn(first));
    await one.environment.queue.flush();
    expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(edited))]]);
  });

  it('that waits, and is changed back, goes out as it was typed last', async () => {
    const browser = new FakeBrowser();
    browser.goOffline();
    const tab = browser.openTab();
    const sending = tab.sending();
    await sending.send(store);
    sending.revise();
    await sending.send(edited);
    browser.nowMs += 1;
    sending.revise();
    sending.save(store);
    expect((await sending.send(store)).state).toBe('queued');
    browser.online = true;
    await tab.environment.queue.flush();
    expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(store))]]);
  });

  it('that waits is taken off the device alone: what it changes still goes out', async () => {
    const browser = new FakeBrowser();
    browser.goOffline();
    const tab = browser.openTab();
    tab.environment.queue.start();
    const sending = tab.sending();
    await sending.send(store);
    sending.revise();
    await sending.send(edited);
    const change = tab.queued.find(({ isChange }) => isChange);
    tab.environment.queue.remove(change?.key ?? '');
    browser.online = true;
    await tab.environment.queue.flush();
    expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(store))]]);
  });

  it('by somebody who clears the form then is of a lead of its own', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    correctOnTheWay(browser, () => sending.save(edited));
    await sending.send(store);
    sending.clear();
    await sending.send(otherStore);
    expect(browser.gateway.leads.size).toBe(2);
    expect(amendments(browser)).toEqual([undefined, undefined]);
  });
});

describe('R529 Clear and Undo', () => {
  it('after a lost answer, the same answers are the same lead', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const sending = browser.openTab().sending();
    sending.save(store);
    await sending.send(store);
    sending.clear();
    expect(sending.undoClear(store)).toBeInstanceOf(Date);
    expect((await sending.send(store)).state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('after a lost answer, edited answers amend that lead', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const sending = browser.openTab().sending();
    sending.save(store);
    await sending.send(store);
    sending.clear();
    sending.undoClear(store);
    await sending.send(edited);
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(edited))]]);
  });

  it('what is typed after a Clear that nobody undid is a lead of its own', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const sending = browser.openTab().sending();
    sending.save(store);
    await sending.send(store);
    sending.clear();
    sending.save(otherStore);
    await sending.send(otherStore);
    expect(browser.gateway.leads.size).toBe(2);
  });
});
