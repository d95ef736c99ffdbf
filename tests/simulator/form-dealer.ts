/** A dealership that fills in a form in one browser tab, with the site's own code for sending. */
import { createStorage } from '#client/lib/storage.ts';
import { askReceived } from '../../site/forms/sending/ask-received.ts';
import { askUnheard } from '../../site/forms/sending/ask-unheard.ts';
import type { Environment } from '../../site/forms/sending/environment.ts';
import { postLead } from '../../site/forms/sending/post-lead.ts';
import { createSendQueue } from '../../site/forms/sending/send-queue.ts';
import { repeat, sendPressed, sendWaiting } from '../../site/forms/sending/sender.ts';
import { createSending, type Outcome, type Sending } from '../../site/forms/sending/sending.ts';
import { createUnheard } from '../../site/forms/sending/unheard.ts';
import { inquiryParams } from '../support/answers.ts';
import { type Browser, leave, openPage, type Page, pause } from './pages.ts';
import { must, type NightRecord, type Told } from './record.ts';

interface FormDealer {
  /** `reload`: the page is loaded again. `crash`: the browser dies, and the page is opened anew. */
  reload(how: 'reload' | 'crash'): void;
  /** The network came back. */
  online(): void;
  readonly browser: Browser;
}

export function createFormDealer(night: NightRecord, browser: Browser, name: string, stores: number): FormDealer {
  const { world } = browser;
  const { random } = world;
  let page = openPage(browser);
  let [store, version, count] = [`${name} store 0`, 0, 0];
  let life = 0;
  let isGone = false;
  /** What waits in the page alone, because the browser keeps nothing. */
  let inPage: Told[] = [];
  night.open.add(name);

  const answersNow = () => {
    const { submitted_date: _, ...answers } = inquiryParams({
      dealership_name: store,
      dealer_address: `${version} Commercial Wharf`,
      email: `${name.replaceAll(' ', '-')}@dealer.example`,
    });
    return answers as Record<string, string>;
  };

  function begin(): void {
    count += 1;
    store = `${name} store ${count}`;
    version = 0;
  }

  function environmentOf({ session, events }: Page): Environment {
    return {
      now: () => Date.now(),
      clockMs: () => performance.now(),
      spread: () => Math.random(),
      device: createStorage(() => browser.shared),
      tab: createStorage(() => session),
      post: postLead,
      prepare: async () => {},
      loadSender: () => Promise.resolve({ repeat, sendPressed, sendWaiting }),
      askReceived,
      isOnline: () => !browser.network.offline.has(browser.name),
      isVisible: () => true,
      events,
      after: (delayMs, task) => {
        const timer = setTimeout(task, delayMs);
        return () => clearTimeout(timer);
      },
      locks: undefined,
      smsConsentVersion: 'v1',
    };
  }

  /** Takes the outcome of a send. Returns whether it succeeded. */
  function hear(outcome: Outcome): boolean {
    world.note(page.program, `is told ${outcome.state} of ${store}, version ${version}`);
    must(outcome.state !== 'refused', () => `good answers of ${store} were refused: ${JSON.stringify(outcome)}`);
    if (outcome.state === 'failed') return false;
    const { state: by, reference } = outcome;
    const told: Told = { store, version, reference, by };
    night.told.push(told);
    if (by === 'queued' && !outcome.onDevice) inPage.push(told);
    if (by === 'sent') {
      const [lead] = night.rows('select id from leads where reference = ?', reference);
      must(lead !== undefined, () => `${store} was acknowledged as ${reference}, and there is no such lead`);
    }
    begin();
    return true;
  }

  async function live(mine: number, sending: Sending): Promise<void> {
    const isMine = () => mine === life;
    while (count < stores && isMine()) {
      await pause(random.between(1000, 40_000));
      if (random.chance(0.4)) {
        version += 1;
        sending.save(answersNow());
        await pause(random.between(500, 5000));
      }
      const sent = sending.send(answersNow());
      if (random.chance(0.2)) must(sending.send(answersNow()) === sent, () => `${name} sent twice with one press`);
      hear(await sent);
    }
    if (isMine()) night.open.delete(name);
  }

  function start(): void {
    const mine = ++life;
    world.as(page.program, () => {
      const environment = environmentOf(page);
      const queue = createSendQueue(environment, () => {});
      const unheard = createUnheard(environment);
      const sending = createSending('inquiry', { ...environment, queue, unheard });
      queue.start();
      askUnheard(environment, unheard);
      const restored = sending.draft()?.answers;
      // Somebody else's draft on a shared device: the person clears it and begins anew.
      if (restored && restored['dealership_name'] !== store) sending.clear();
      if (mine > 1 && restored?.['dealership_name'] !== store) begin();
      live(mine, sending).catch((error: unknown) => world.fail(error));
    });
  }

  start();
  return {
    browser,
    reload(how) {
      if (isGone) return;
      world.note(page.program, how === 'reload' ? 'loads the page again' : 'loses the browser');
      leave(page, { unheard: how === 'crash' });
      for (const told of inPage) {
        const isStored = night.rows('select id from leads where reference = ?', told.reference).length > 0;
        if (!isStored) told.isLeft = true;
      }
      inPage = [];
      page = openPage(browser, how === 'reload' ? page.session : undefined);
      if (how === 'reload') return start();
      // A browser that died needs longer to come back than any request takes. Nobody loads a page in it before.
      isGone = true;
      const { program } = page;
      world.schedule(program, 30_000, () => {
        isGone = false;
        start();
      });
    },
    online: () => world.as(page.program, () => page.events.dispatchEvent(new Event('online'))),
  };
}
