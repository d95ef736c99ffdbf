import { describe, expect, it } from 'vitest';
import { idTaken, writeFieldErrors } from '#contract/field-errors.ts';
import { referenceOf, referencePattern } from '#contract/reference.ts';
import { MailFailure } from '../../mail/failure.ts';
import { FakeBrowser } from './testing/browser.ts';
import { amendments, edited, ids, leadsOf, otherStore, referenceIn, store } from './testing/leads.ts';

const hourMs = 3_600_000;
const refusal = (status: number, text: string) => () => {
  throw new MailFailure(status, text);
};

describe('a submission', () => {
  it('S3.5 carries the answers, its id, the local date, the filling time, the honeypot and the consent', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending('intake');
    browser.nowMs += 45_000;
    const answers = { business_name: 'Alder', sms_consent: true, current_lenders: ['One Bank', 'Two Bank'] };
    const outcome = await sending.send(answers, { leaveBlank: 'spam' });
    const [params = {}] = browser.gateway.requests;
    expect(params).toEqual({
      business_name: 'Alder',
      sms_consent: true,
      current_lenders: 'One Bank, Two Bank',
      leave_blank: 'spam',
      fill_ms: 45_000,
      sms_consent_version: 'v1',
      submitted_date: new Date(browser.nowMs).toLocaleString(),
      submission_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(outcome).toEqual({ state: 'sent', reference: referenceOf(String(params['submission_id'])) });
    expect(referenceIn(outcome)).toMatch(referencePattern);
  });

  it('counts the filling time from the first beginning, over reloads', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    tab.sending().save(store);
    browser.nowMs += hourMs;
    const later = tab.reload().sending();
    later.draft();
    await later.send(store);
    expect(browser.gateway.requests[0]).toMatchObject({ fill_ms: hourMs });
  });

  it('uses the id of its draft, and the next one another', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    sending.save(store);
    const { id } = JSON.parse(browser.storage.values.get('boxline.draft.inquiry') ?? '') as { id: string };
    await sending.send(store);
    await sending.send(otherStore);
    expect(ids(browser)[0]).toBe(id);
    expect(ids(browser)[1]).not.toBe(id);
    expect(browser.gateway.leads.size).toBe(2);
  });

  it('is one for a double click, and for Enter plus click', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    const [first, second] = [sending.send(store), sending.send(store)];
    expect(second).toBe(first);
    await first;
    expect((await sending.send(store)).state).toBe('sent');
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('that the server refuses brings its field errors', async () => {
    const browser = new FakeBrowser();
    const errors = [{ field: 'email', text: 'Enter an e-mail address' }];
    browser.replies.push(refusal(422, writeFieldErrors(errors)));
    const sending = browser.openTab().sending();
    expect(await sending.send(store)).toEqual({ state: 'refused', errors });
    expect((await sending.send(edited)).state).toBe('sent');
    expect(amendments(browser)).toEqual([undefined]);
  });

  it.each([
    [0, 'Network Error'],
    [400, 'The Public Key is invalid'],
    [422, 'The recipients address is empty'],
    [503, ''],
    [451, 'Unavailable For Headless Browser'],
  ])('S4.4 that fails online with %i says so and keeps everything', async (status, text) => {
    const browser = new FakeBrowser();
    browser.replies.push(refusal(status, text));
    const tab = browser.openTab();
    expect(await tab.sending().send(store)).toEqual({ state: 'failed', status, text });
    expect(tab.reload().sending().draft()?.answers).toEqual(store);
  });

  it('that could not even be posted fails with the reason', async () => {
    const browser = new FakeBrowser();
    const reason: unknown = 'The public key is required';
    browser.replies.push(() => {
      throw reason;
    });
    const outcome = await browser.openTab().sending().send(store);
    expect(outcome).toEqual({ state: 'failed', status: 0, text: 'The public key is required' });
  });

  it('is not taken for received when something in between answers with a page', async () => {
    const browser = new FakeBrowser();
    browser.replies.push(() => ({ status: 200, text: '\n<!doctype html><title>Welcome to the hotel</title>' }));
    const sending = browser.openTab().sending();
    expect(await sending.send(store)).toEqual({ state: 'failed', status: 0, text: 'Network Error' });
    expect((await sending.send(store)).state).toBe('sent');
  });
});

describe('R13 an attempt whose answer was lost', () => {
  it('is the same lead when the same answers are sent again', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const sending = browser.openTab().sending();
    expect(await sending.send(store)).toEqual({ state: 'failed', status: 0, text: 'Network Error' });
    const outcome = await sending.send(store);
    expect(leadsOf(browser)).toHaveLength(1);
    expect(referenceIn(outcome)).toBe(referenceOf(String(ids(browser)[0])));
  });

  it('is one amended lead when edited answers are sent, with the reference of the first', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const sending = browser.openTab().sending();
    await sending.send(store);
    const outcome = await sending.send(edited);
    const [root] = ids(browser);
    expect(leadsOf(browser)).toEqual([[root, JSON.stringify(Object.entries(edited))]]);
    expect(outcome).toEqual({ state: 'sent', reference: referenceOf(String(root)) });
  });

  it('is amended in the name of the first, however many answers are lost', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    for (const city of ['Bangor', 'Portland', 'Augusta']) {
      browser.fates.push(...(city === 'Bangor' ? [] : (['arrives'] as const)), 'answer lost');
      await sending.send({ ...store, city });
    }
    await sending.send({ ...store, city: 'Orono' });
    const [root] = ids(browser);
    expect(new Set(amendments(browser))).toEqual(new Set([undefined, root]));
    expect(leadsOf(browser)).toEqual([[root, JSON.stringify(Object.entries({ ...store, city: 'Orono' }))]]);
  });

  it('stays unknown when a later attempt is refused: the attempt after that amends', async () => {
    const browser = new FakeBrowser();
    const sending = browser.openTab().sending();
    browser.fates.push('answer lost');
    await sending.send(store);
    browser.replies.push(refusal(422, 'email: Enter an e-mail address'));
    expect((await sending.send({ ...store, email: '' })).state).toBe('refused');
    await sending.send(edited);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it.each(['request lost', 'answer lost'] as const)('is one lead over a reload in mid-submit (%s)', async (fate) => {
    for (const answers of [store, edited]) {
      const browser = new FakeBrowser();
      browser.fates.push(fate);
      const tab = browser.openTab();
      void tab.sending().send(store);
      const later = tab.reload();
      const sending = later.sending();
      expect(sending.draft()?.answers).toEqual(store);
      const outcome = await sending.send(answers);
      expect(leadsOf(browser)).toEqual([[expect.any(String), JSON.stringify(Object.entries(answers))]]);
      expect(referenceIn(outcome)).toBe(referenceOf(String(leadsOf(browser)[0]?.[0])));
    }
  });

  it('is amended from the record after the browser died', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const tab = browser.openTab();
    await tab.sending().send(store);
    const sending = tab.crash().sending();
    sending.draft();
    await sending.send(edited);
    expect(leadsOf(browser)).toEqual([[ids(browser)[0], JSON.stringify(Object.entries(edited))]]);
  });

  it('is found again by the back/forward cache: the page goes on as it was', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('answer lost');
    const tab = browser.openTab();
    const sending = tab.sending();
    await sending.send(store);
    tab.events.dispatchEvent(new Event('pagehide'));
    tab.events.dispatchEvent(new Event('pageshow'));
    await sending.send(edited);
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('does not end in a dead end when the server keeps knowing the id', async () => {
    const browser = new FakeBrowser();
    browser.replies.push(...Array.from({ length: 9 }, () => refusal(422, writeFieldErrors([idTaken]))));
    const outcome = await browser.openTab().sending().send(store);
    expect(outcome).toEqual({ state: 'failed', status: 422, text: idTaken.text });
    expect(browser.replies).toHaveLength(5);
  });
});

describe('R17 a busy server', () => {
  it('is tried again by the page, after growing pauses, and the page is told when', async () => {
    const browser = new FakeBrowser();
    browser.fates.push('busy', 'busy', 'busy');
    const waits: number[] = [];
    const outcome = await browser
      .openTab()
      .sending()
      .send(store, { onWait: (delayMs) => waits.push(delayMs) });
    expect(outcome.state).toBe('sent');
    expect(waits).toEqual([2_000, 4_000, 8_000]);
    expect(browser.pausesMs).toEqual(waits);
    expect(new Set(ids(browser)).size).toBe(1);
  });

  it('is given up in the end, honestly', async () => {
    const browser = new FakeBrowser();
    browser.fates.push(...Array.from({ length: 6 }, () => 'busy' as const));
    const outcome = await browser.openTab().sending().send(store);
    expect(outcome).toEqual({ state: 'failed', status: 429, text: 'Too Many Requests' });
    expect(browser.pausesMs).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  });

  it("is not the page's own throttle, which says for how long it waits", async () => {
    const browser = new FakeBrowser();
    browser.replies.push(() => {
      throw new MailFailure(429, 'Too Many Requests', 1_234);
    });
    expect((await browser.openTab().sending().send(store)).state).toBe('sent');
    expect(browser.pausesMs).toEqual([1_234]);
  });

  it('does not make a person wait for a throttle of an hour', async () => {
    const browser = new FakeBrowser();
    browser.replies.push(() => {
      throw new MailFailure(429, 'Too Many Requests', hourMs);
    });
    expect(await browser.openTab().sending().send(store)).toMatchObject({ state: 'failed', status: 429 });
  });
});
