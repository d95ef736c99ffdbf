import { describe, expect, it } from 'vitest';
import { referenceOf } from '#contract/reference.ts';
import { askUnheard } from './ask-unheard.ts';
import { FakeBrowser } from './testing/browser.ts';
import { edited, store } from './testing/leads.ts';

/** A form whose page was left in mid-send, and the next page, which asks about it. The question is answered when the test says so. */
async function whileAsking() {
  const browser = new FakeBrowser();
  const tab = browser.openTab();
  browser.fates = ['arrives'];
  browser.travel = () => (browser.gateway.requests.length === 0 ? Promise.resolve() : new Promise(() => {}));
  void tab.sending().send(store);
  await browser.settled();
  const next = tab.reload();
  let answer: (received: boolean) => void = () => undefined;
  const askReceived = () => new Promise<boolean>((resolve) => (answer = resolve));
  askUnheard({ ...next.environment, askReceived }, next.environment.unheard);
  const told = () => next.environment.unheard.leads.get().map(({ state }) => state);
  return { browser, next, told, received: () => answer(true) };
}

describe('R729 a form that is sent again while the server is asked whether it has it', () => {
  it('counts as sent when the server says so and the answer to the press is lost', async () => {
    const { browser, next, told, received } = await whileAsking();
    let lose: () => void = () => undefined;
    browser.travel = () => new Promise<void>((resolve) => (lose = resolve));
    browser.fates = ['request lost'];
    const pressed = next.sending().send(store);
    await browser.settled();
    received();
    await browser.settled();
    expect(told(), 'the press reports its own result').toEqual([]);
    browser.travel = () => Promise.resolve();
    lose();
    expect(await pressed).toEqual({
      state: 'sent',
      reference: referenceOf([...browser.gateway.leads.keys()][0] ?? ''),
    });
    expect(browser.gateway.leads.size).toBe(1);
  });

  it('with other answers has not arrived with them, and its next page says so', async () => {
    const { browser, next, received } = await whileAsking();
    browser.travel = () => new Promise(() => {});
    const form = next.sending();
    form.resume(edited);
    form.save(edited);
    void form.send(edited);
    await browser.settled();
    received();
    await browser.settled();
    browser.travel = () => Promise.resolve();
    const third = next.reload();
    askUnheard(third.environment, third.environment.unheard);
    await browser.settled();
    const [root = ''] = browser.gateway.leads.keys();
    expect(third.environment.unheard.leads.get()).toMatchObject([{ reference: referenceOf(root), state: 'received' }]);
    const after = third.sending();
    expect(after.draft()?.answers).toMatchObject(edited);
    expect(after.amends()).toBe(referenceOf(root));
    expect((await after.send(edited)).state).toBe('sent');
    expect([...browser.gateway.leads.values()].map(({ answers }) => answers)).toEqual([
      expect.stringContaining(edited.email),
    ]);
  });
});
