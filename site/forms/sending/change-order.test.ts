import { describe, expect, it } from 'vitest';
import { MailFailure } from '../../mail/failure.ts';
import { askUnheard } from './ask-unheard.ts';
import { FakeBrowser } from './testing/browser.ts';
import { edited, leadsOf, otherStore, store } from './testing/leads.ts';
import { offlineWith } from './testing/offline.ts';

const newest = { ...store, email: 'c@alder.example' };
const held = (browser: FakeBrowser) => leadsOf(browser).map(([, answers]) => answers);
const written = (answers: object) => JSON.stringify(Object.entries(answers));

const refusal = (status: number, text: string) => () => {
  throw new MailFailure(status, text);
};

/** A browser that is online again. The server has a submission, and a change of it waits in the queue because the server failed. */
async function changeWaits() {
  const browser = new FakeBrowser();
  const tab = browser.openTab();
  const sending = tab.sending();
  await sending.send(store);
  browser.goOffline();
  browser.nowMs += 1;
  sending.revise();
  sending.save(edited);
  expect(await sending.send(edited)).toMatchObject({ state: 'queued' });
  browser.heldTimers = [];
  browser.online = true;
  browser.fates.push('down');
  await tab.environment.queue.flush();
  browser.nowMs += 1;
  const waiting = () => tab.queued.filter(({ state }) => state === 'waiting').length;
  return { browser, tab, sending, waiting };
}

describe('R610 what is pressed for while a change of the same form waits', () => {
  it('is what holds, when the change goes out before it', async () => {
    const { browser, tab, sending } = await changeWaits();
    sending.revise();
    sending.save(newest);
    expect(await sending.send(newest)).toMatchObject({ state: 'sent' });
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(newest)]);
    expect(browser.gateway.submissions.size).toBe(3);
  });

  it('is what holds, when the change cannot go out and the queue is tried only minutes later', async () => {
    const { browser, tab, sending, waiting } = await changeWaits();
    sending.revise();
    sending.save(newest);
    browser.fates.push('request lost');
    expect(await sending.send(newest)).toMatchObject({ state: 'sent' });
    expect(waiting()).toBe(0);
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(newest)]);
  });

  it('is what holds, when it is what the server had before the change', async () => {
    const { browser, tab, sending } = await changeWaits();
    sending.save(store);
    expect(await sending.send(store)).toMatchObject({ state: 'sent' });
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(store)]);
  });

  it('leaves the change where it is when it is not taken either, and is the draft', async () => {
    const { browser, tab, sending, waiting } = await changeWaits();
    sending.revise();
    sending.save(newest);
    browser.replies.push(refusal(503, ''), refusal(403, 'Forbidden'));
    expect(await sending.send(newest)).toMatchObject({ state: 'failed', status: 403 });
    expect(waiting()).toBe(1);
    expect(sending.draft()?.answers).toEqual(newest);
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(edited)]);
    expect(await sending.send(newest)).toMatchObject({ state: 'sent' });
    expect(held(browser)).toEqual([written(newest)]);
  });

  it('is not replaced by that change when its answer is lost', async () => {
    const { browser, tab, sending, waiting } = await changeWaits();
    sending.revise();
    sending.save(newest);
    browser.fates.push('down', 'answer lost');
    expect(await sending.send(newest)).toMatchObject({ state: 'failed' });
    expect(waiting()).toBe(0);
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(newest)]);
    expect(sending.draft()?.answers).toEqual(newest);
  });

  it('keeps what is typed while the change goes out', async () => {
    const { browser, tab, sending } = await changeWaits();
    sending.revise();
    sending.save(newest);
    const last = { ...newest, email: 'd@alder.example' };
    let posts = 0;
    browser.travel = async () => {
      if (posts++ === 0) sending.save(last);
    };
    expect(await sending.send(newest)).toMatchObject({ state: 'sent', edited: true });
    expect(tab.reload().sending().draft()?.answers).toEqual(last);
    expect(held(browser)).toEqual([written(newest)]);
  });
});

describe('R611 changes that wait', () => {
  it('go out in the order of their presses, also when the clock of the device is set back between them', async () => {
    const { browser, tab } = await offlineWith();
    const sending = tab.sending();
    await sending.send(store);
    sending.revise();
    await sending.send(edited);
    browser.setClock(-3_600_000);
    sending.revise();
    await sending.send(newest);
    browser.online = true;
    await tab.environment.queue.flush();
    expect(held(browser)).toEqual([written(newest)]);
  });
});

describe('R612 a page that the browser kept whole and shows again', () => {
  it('says of what waited that it was sent meanwhile by another page', async () => {
    const { browser, tab } = await offlineWith();
    tab.environment.queue.start();
    browser.heldTimers = [];
    await browser.settled();
    browser.online = true;
    await browser.openTab().environment.queue.flush();
    expect(tab.queued).toMatchObject([{ state: 'waiting' }]);
    tab.events.dispatchEvent(new Event('pageshow'));
    expect(tab.queued).toMatchObject([{ state: 'sent' }]);
  });
});

describe('R672 a change of what waits', () => {
  it('is known as a change, also after a reload, until it is sent, taken back or cleared', async () => {
    const { browser, tab, reference } = await offlineWith();
    const sending = tab.sending();
    await sending.send(store);
    expect(sending.amends()).toBeUndefined();
    sending.revise();
    sending.save(edited);
    expect(sending.amends()).toBe(reference);
    sending.save(store);
    expect(sending.amends()).toBeUndefined();
    sending.save(edited);
    const later = tab.reload();
    const again = later.sending();
    again.draft();
    expect(again.amends()).toBe(reference);
    expect(await again.send(edited)).toMatchObject({ state: 'queued', reference, isChange: true });
    expect(later.queued).toMatchObject([
      { reference, isChange: false },
      { reference, isChange: true },
    ]);
    expect(again.amends()).toBeUndefined();
    again.save(otherStore);
    expect(again.amends()).toBeUndefined();
    expect(browser.gateway.requests).toEqual([]);
  });

  it('is told as a change when its page was left before the answer came', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    await sending.send(store, { current: () => ({ answers: edited, sendable: edited }) });
    browser.travel = () => new Promise(() => undefined);
    void sending.send(edited);
    await browser.settled();
    browser.travel = () => Promise.resolve();
    const next = tab.reload();
    askUnheard(next.environment, next.environment.unheard);
    await browser.settled();
    expect(next.environment.unheard.leads.get()).toMatchObject([{ state: 'missing', isChange: true }]);
  });
});
