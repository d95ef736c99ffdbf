import { describe, expect, it } from 'vitest';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import { MailFailure } from '../../mail/failure.ts';
import { FakeBrowser } from './testing/browser.ts';
import { edited, otherStore, store } from './testing/leads.ts';

const hourMs = 3_600_000;

describe('R15 a draft', () => {
  it('comes back after a reload and after the browser was closed', () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    expect(tab.sending().save(store)).toEqual(new Date(browser.nowMs));
    for (const later of [tab.reload(), browser.openTab()]) {
      expect(later.sending().draft()).toEqual({ answers: store, savedAt: new Date(browser.nowMs), errors: [] });
    }
  });

  it('lives 24 hours', () => {
    const browser = new FakeBrowser();
    browser.openTab().sending().save(store);
    browser.nowMs += 24 * hourMs - 1;
    expect(browser.openTab().sending().draft()?.answers).toEqual(store);
    browser.nowMs += 1;
    expect(browser.openTab().sending().draft()).toBeUndefined();
    expect(browser.storage.values.size).toBe(0);
  });

  it('R49 of a device whose clock was a year ahead lives 24 hours from when that is seen', () => {
    const browser = new FakeBrowser();
    const yearMs = 365 * 24 * hourMs;
    browser.nowMs += yearMs;
    const tab = browser.openTab();
    tab.sending().save(store);
    browser.nowMs -= yearMs;
    for (const later of [tab.reload(), browser.openTab()]) {
      expect(later.sending().draft()).toMatchObject({ answers: store, savedAt: new Date(browser.nowMs) });
    }
    browser.nowMs += 24 * hourMs;
    expect(browser.openTab().sending().draft()).toBeUndefined();
    expect(tab.reload().sending().draft()).toBeUndefined();
  });

  it('R284 that was deleted by hand is gone, and a draft that another tab began since is not', () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const [one, other] = [tab.sending(), browser.openTab().sending()];
    one.save(store);
    one.emptied();
    expect(browser.storage.values.size).toBe(0);
    expect(tab.reload().sending().draft()).toBeUndefined();
    one.save(store);
    other.save(store);
    other.clear();
    other.save(otherStore);
    one.emptied();
    expect(browser.openTab().sending().draft()?.answers).toEqual(otherStore);
  });

  it('is one per form', () => {
    const tab = new FakeBrowser().openTab();
    tab.sending('inquiry').save(store);
    expect(tab.sending('intake').draft()).toBeUndefined();
  });

  it('comes back in a tab as it was typed there, whatever another tab saved since', () => {
    const browser = new FakeBrowser();
    const [one, other] = [browser.openTab(), browser.openTab()];
    one.sending().save(store);
    other.sending().save(otherStore);
    expect(one.reload().sending().draft()?.answers).toEqual(store);
  });

  it('fetches what sends when something is typed, once, and not for a form that is only looked at', () => {
    const tab = new FakeBrowser().openTab();
    const sending = tab.sending();
    expect([sending.draft(), tab.prepared]).toEqual([undefined, 0]);
    sending.save(store);
    sending.save(edited);
    expect(tab.prepared).toBe(1);
  });

  it('never holds the honeypot', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    browser.fates = ['down'];
    expect((await tab.sending().send(store, { leaveBlank: 'spam' })).state).toBe('failed');
    expect(tab.reload().sending().draft()?.answers).toEqual(store);
    expect(JSON.stringify([...browser.storage.values, ...tab.session.values])).not.toContain('spam');
  });

  it('is off the device once it is cleared, or sent', async () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    const sending = tab.sending();
    sending.save(store);
    sending.clear();
    expect(JSON.stringify([...browser.storage.values, ...tab.session.values])).not.toContain('Alder');
    await sending.send(store);
    expect(JSON.stringify([...browser.storage.values, ...tab.session.values])).not.toContain('Alder');
    expect(tab.reload().sending().draft()).toBeUndefined();
  });

  it('is not brought back by a late save of what was just sent', async () => {
    const tab = new FakeBrowser().openTab();
    const sending = tab.sending();
    await sending.send(store);
    expect(sending.save(store)).toBeUndefined();
    expect(tab.reload().sending().draft()).toBeUndefined();
  });

  it('says when the device refuses it, and lives on in the page', () => {
    for (const mode of ['refused', 'full'] as const) {
      const browser = new FakeBrowser();
      browser.storage.mode = mode;
      const session = new FakeStorage();
      session.mode = mode;
      const sending = browser.openTab(session).sending();
      expect(sending.save(store), mode).toBe('refused');
      expect(sending.draft()?.answers, mode).toEqual(store);
    }
  });

  it('R492 that another tab took off the device is kept in its tab, and the browser is not said to refuse', () => {
    const browser = new FakeBrowser();
    const [tab, other] = [browser.openTab(), browser.openTab()];
    const sending = tab.sending();
    expect(sending.save(store)).toBeInstanceOf(Date);
    const shown = other.sending();
    shown.draft();
    shown.clear();
    expect(sending.draft()).toMatchObject({ answers: store, savedAt: 'tab' });
    expect(tab.reload().sending().draft()).toMatchObject({ answers: store, savedAt: 'tab' });
    expect(browser.storage.values.size).toBe(0);
  });

  it('R492 of a tab is not said to be on the device when that keeps what another tab typed', () => {
    const browser = new FakeBrowser();
    const [tab, other] = [browser.openTab(), browser.openTab()];
    tab.sending().save(store);
    other.sending().save(otherStore);
    expect(tab.reload().sending().draft()).toMatchObject({ answers: store, savedAt: 'tab' });
    expect(other.reload().sending().draft()).toMatchObject({ answers: otherStore, savedAt: new Date(browser.nowMs) });
  });

  it('R492 that the browser refused is said to be refused after a reload, and is kept once there is room again', () => {
    const browser = new FakeBrowser();
    browser.storage.mode = 'full';
    const tab = browser.openTab();
    expect(tab.sending().save(store)).toBe('refused');
    expect(tab.reload().sending().draft()).toMatchObject({ answers: store, savedAt: 'refused' });
    browser.storage.mode = 'working';
    expect(tab.reload().sending().draft()).toMatchObject({ answers: store, savedAt: new Date(browser.nowMs) });
    expect(browser.openTab().sending().draft()?.answers).toEqual(store);
  });

  it('R673 that the browser had no room for leaves nothing on the device when it is cleared after a reload', () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    tab.sending().save(store);
    browser.storage.mode = 'full';
    expect(tab.sending().save(edited)).toBe('refused');
    const sending = tab.reload().sending();
    expect(sending.draft()).toMatchObject({ answers: edited, savedAt: 'refused' });
    expect(sending.clear()).toBe(false);
    expect(browser.storage.values.size).toBe(0);
  });

  it.each([
    ['no JSON', '{"version":1,'],
    ['another shape', '{"version":1,"id":7}'],
    ['null', 'null'],
  ])('that is corrupted is as good as none: %s', (_, text) => {
    const browser = new FakeBrowser();
    browser.storage.values.set('boxline.draft.inquiry', text);
    const sending = browser.openTab().sending();
    expect(sending.draft()).toBeUndefined();
    expect(sending.save(store)).toBeInstanceOf(Date);
  });

  it('of newer code is neither read nor overwritten nor removed', async () => {
    const browser = new FakeBrowser();
    const newer = JSON.stringify({ version: 2, something: 'else' });
    browser.storage.values.set('boxline.draft.inquiry', newer);
    const sending = browser.openTab().sending();
    expect(sending.draft()).toBeUndefined();
    expect(sending.save(store)).toBe('refused');
    expect((await sending.send(store)).state).toBe('sent');
    sending.clear();
    expect(browser.storage.values.get('boxline.draft.inquiry')).toBe(newer);
  });
});

describe('R675 a tick under earlier words of the consent', () => {
  const agreed = { business_name: 'Alder Motors', business_email: 'a@alder.example', sms_consent: true };
  const notAgreed = { ...agreed, sms_consent: false };

  it('comes back empty, and the draft says why', () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    tab.sending('intake').save(agreed);
    expect(tab.reload().sending('intake').draft()).toEqual({
      answers: agreed,
      savedAt: new Date(browser.nowMs),
      errors: [],
    });
    browser.wording = 'v2';
    for (const later of [tab.reload(), browser.openTab()]) {
      expect(later.sending('intake').draft()).toMatchObject({ answers: notAgreed, reworded: true });
    }
  });

  it('comes back once it was made again under the new ones', () => {
    const browser = new FakeBrowser();
    browser.openTab().sending('intake').save(agreed);
    browser.wording = 'v2';
    const tab = browser.openTab();
    tab.sending('intake').draft();
    tab.sending('intake').save(agreed);
    const draft = tab.reload().sending('intake').draft();
    expect([draft?.answers, draft?.reworded]).toEqual([agreed, undefined]);
  });

  it('comes back empty also from the queue, after the server refused the form', async () => {
    const browser = new FakeBrowser();
    browser.goOffline();
    await browser.openTab().sending('intake').send(agreed);
    browser.wording = 'v2';
    const tab = browser.openTab();
    tab.environment.queue.start();
    browser.replies.push(() => {
      throw new MailFailure(422, 'business_email: Enter an e-mail address');
    });
    tab.goOnline();
    await browser.settled();
    expect(tab.sending('intake').draft()).toMatchObject({ answers: notAgreed, reworded: true });
  });

  it('is none in a draft from before the words were kept with it', () => {
    const browser = new FakeBrowser();
    const tab = browser.openTab();
    tab.sending('intake').save(agreed);
    for (const storage of [browser.storage, tab.session])
      for (const [key, text] of storage.values) storage.values.set(key, text.replace('"wording":"v1",', ''));
    expect(tab.reload().sending('intake').draft()).toMatchObject({ answers: notAgreed, reworded: true });
  });
});
