import { describe, expect, it } from 'vitest';
import { FakeBrowser } from './testing/browser.ts';
import { store } from './testing/leads.ts';

const hourMs = 3_600_000;

describe('R377 how long a form was open', () => {
  const sentFillMs = ({ gateway }: FakeBrowser) => gateway.requests[0]?.['fill_ms'];

  it.each([-hourMs, hourMs])('is not changed by a clock that is set by %i ms meanwhile', async (byMs) => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    browser.nowMs += 30_000;
    sending.save(store);
    browser.setClock(byMs);
    browser.nowMs += 15_000;
    await sending.send(store);
    expect(sentFillMs(browser)).toBe(45_000);
  });

  it('is not changed by a clock that is set before a reload', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const before = tab.sending();
    browser.setClock(-hourMs);
    browser.nowMs += 30_000;
    before.save(store);
    const sending = tab.reload().sending();
    sending.draft();
    browser.nowMs += 15_000;
    await sending.send(store);
    expect(sentFillMs(browser)).toBe(45_000);
  });

  it('counts what was typed before the script came', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    browser.nowMs += 30_000;
    const sending = tab.sending();
    sending.resume(store);
    await sending.send(store);
    expect(sentFillMs(browser)).toBe(30_000);
  });

  it('goes on when what was cleared is brought back', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    browser.nowMs += 30_000;
    sending.save(store);
    sending.clear();
    sending.save(store);
    await sending.send(store);
    expect(sentFillMs(browser)).toBe(30_000);
  });

  it('begins anew for the next form of the page', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    browser.nowMs += 30_000;
    await sending.send({ ...store, first_name: 'Grace' });
    browser.nowMs += 5_000;
    await sending.send(store);
    expect(browser.gateway.requests.map((request) => request['fill_ms'])).toEqual([30_000, 5_000]);
  });
});
