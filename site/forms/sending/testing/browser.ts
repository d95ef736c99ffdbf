import { createStorage } from '#client/lib/storage.ts';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { MailResponse } from '../../../mail/failure.ts';
import { createSendQueue, type QueuedLead } from '../send-queue.ts';
import { sendPressed, sendWaiting } from '../sender.ts';
import { createSending, type Sending, type SendingEnvironment } from '../sending.ts';
import { createUnheard } from '../unheard.ts';
import { carry, FakeGateway, type Fate } from './gateway.ts';

/** Lets a test decide in which order requests and answers travel. By default each goes at once. */
type Travel = () => Promise<unknown>;

/** A browser whose tabs share one storage and one connection, and the gateway at its other end. */
export class FakeBrowser {
  readonly gateway = new FakeGateway();
  readonly storage = new FakeStorage();
  /** The fates of the next requests. When the list is empty, requests arrive. */
  fates: Fate[] = [];
  /** Answers the next requests instead of the gateway. */
  replies: ((params: Readonly<Record<string, unknown>>) => MailResponse)[] = [];
  online = true;
  /** Whether requests get through although the browser says that it is offline. */
  reaches = false;
  nowMs = Date.UTC(2026, 10, 21, 12);
  /** How far the device's clock was set ahead, in milliseconds. */
  aheadMs = 0;
  travel: Travel = () => Promise.resolve();
  /** The version of the consent's wording on pages that are opened from now on. */
  wording = 'v1';
  locks: SendingEnvironment['locks'];
  /** How long each pause was, in milliseconds. */
  readonly pausesMs: number[] = [];
  /** Holds the timers when it is an array; otherwise timers run at once. */
  heldTimers: (() => void)[] | undefined;

  /** What pages run again and again, as long as a test lets the time pass. */
  private readonly repeated = new Set<{ readonly periodMs: number; readonly task: () => void; dueMs: number }>();
  /** Timers that were set and have not run yet; held ones do not count. */
  private running = 0;

  openTab(session = new FakeStorage()): FakeTab {
    return new FakeTab(this, session);
  }

  /**
   * Resolves when nothing more can happen by itself. The fakes wait only for promises and for the browser's timers. So after a turn
   * of the event loop without a running timer, everything that is left waits for the test.
   *
   * @throws when timers set each other without end
   */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 1_000; turn += 1) {
      await nextTurn();
      if (this.running === 0) return;
    }
    throw new Error('The timers of the fake browser set each other without end. Hold them: heldTimers = []');
  }

  goOffline(): void {
    this.online = false;
  }

  /** Somebody sets the device's clock, forward or back. */
  setClock(byMs: number): void {
    this.nowMs += byMs;
    this.aheadMs += byMs;
  }

  repeat(periodMs: number, task: () => void): () => void {
    const one = { periodMs, task, dueMs: this.nowMs + periodMs };
    this.repeated.add(one);
    return () => void this.repeated.delete(one);
  }

  /** Lets time pass in which pages run what they repeat. Timers that run once are not among it. */
  passes(ms: number): void {
    const end = this.nowMs + ms;
    while (this.nowMs < end) {
      this.nowMs += 1_000;
      for (const one of this.repeated) {
        if (one.dueMs > this.nowMs) continue;
        one.dueMs += one.periodMs;
        one.task();
      }
    }
  }

  after(delayMs: number, task: () => void): () => void {
    let cancelled = false;
    const run = () => {
      if (!cancelled) task();
    };
    this.pausesMs.push(delayMs);
    if (this.heldTimers) this.heldTimers.push(run);
    else {
      this.running += 1;
      setTimeout(() => {
        this.running -= 1;
        run();
      }, 0);
    }
    return () => {
      cancelled = true;
    };
  }
}

/** One document of a tab. Once it has ended, none of its code runs any more. */
export class FakeTab {
  readonly session: FakeStorage;
  readonly events = new EventTarget();
  readonly environment: SendingEnvironment;
  /** How often the code for sending was prepared. */
  prepared = 0;
  /** What the tab shows of the queue. */
  queued: readonly QueuedLead[] = [];
  /** The states that it showed, after each change. */
  readonly seen: QueuedLead['state'][][] = [];
  private readonly browser: FakeBrowser;
  private ended = false;

  constructor(browser: FakeBrowser, session: FakeStorage) {
    this.browser = browser;
    this.session = session;
    const elapsedMs = () => browser.nowMs - browser.aheadMs;
    const beganMs = elapsedMs();
    const repeat = (periodMs: number, task: () => void) =>
      browser.repeat(periodMs, () => {
        if (!this.ended) task();
      });
    const environment = {
      now: () => browser.nowMs,
      clockMs: () => elapsedMs() - beganMs,
      spread: () => 0,
      device: createStorage(browser.storage.open),
      tab: createStorage(session.open),
      post: (_: LeadKind, params: Readonly<Record<string, unknown>>) => this.post(params),
      prepare: async () => {
        this.prepared += 1;
      },
      loadSender: () => Promise.resolve({ sendPressed, sendWaiting, repeat }),
      askReceived: async (id: string) => {
        if (!browser.online) throw new TypeError('Failed to fetch');
        return browser.gateway.submissions.has(id);
      },
      isOnline: () => browser.online,
      isVisible: () => true,
      events: this.events,
      after: (delayMs: number, task: () => void) =>
        browser.after(delayMs, () => {
          if (!this.ended) task();
        }),
      locks: browser.locks,
      smsConsentVersion: browser.wording,
    };
    // The queue retries for ever while the browser is offline. With timers that run at once, that would be an endless loop.
    const after: SendingEnvironment['after'] = (delayMs, task) =>
      browser.online || browser.heldTimers ? environment.after(delayMs, task) : () => undefined;
    const queue = createSendQueue({ ...environment, after }, (leads) => {
      this.queued = leads;
      this.seen.push(leads.map(({ state }) => state));
    });
    this.environment = { ...environment, queue, unheard: createUnheard(environment) };
  }

  sending(kind: LeadKind = 'inquiry'): Sending {
    return createSending(kind, this.environment);
  }

  goOnline(): void {
    this.browser.online = true;
    this.events.dispatchEvent(new Event('online'));
  }

  /** Reloads the page. The tab stays, with its session storage. */
  reload(): FakeTab {
    this.events.dispatchEvent(new Event('pagehide'));
    this.ended = true;
    return this.browser.openTab(this.session);
  }

  /** The page goes away for good. */
  close(): void {
    this.ended = true;
  }

  /** The browser discards a page to save memory, and loads it again later: no event, and the session storage stays. */
  discard(): FakeTab {
    this.ended = true;
    return this.browser.openTab(this.session);
  }

  /** The browser crashes, and opens again after longer than any request takes: no event, and no session storage. */
  crash(): FakeTab {
    this.ended = true;
    this.browser.nowMs += 30_000;
    return this.browser.openTab();
  }

  private async post(params: Readonly<Record<string, unknown>>): Promise<MailResponse> {
    const { browser } = this;
    await browser.travel();
    try {
      const reply = browser.replies.shift();
      const getsThrough = browser.online || browser.reaches;
      const fate = getsThrough ? (browser.fates.shift() ?? 'arrives') : 'request lost';
      return reply && getsThrough ? reply(params) : carry(browser.gateway, params, fate);
    } finally {
      await browser.travel();
      // The page is gone, so the answer never arrives.
      if (this.ended) await new Promise(() => undefined);
    }
  }
}

/** One turn of the event loop. Everything that waits only for promises has happened when it ends. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
