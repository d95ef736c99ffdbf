import { describe, expect, it, vi } from 'vitest';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import { codeLinkTimes } from '#contract/code-link.ts';
import { startForms } from './start-forms.ts';
import { nextTurn } from './testing/browser.ts';

const dayMs = 24 * 3_600_000;

describe('startForms', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);
  const started = (storage: FakeStorage, outcomes: (() => Promise<void>)[] = []) => {
    const events = new EventTarget();
    const load = vi.fn<() => Promise<void>>(() => (outcomes.shift() ?? (() => Promise.resolve()))());
    const timers: { delayMs: number; task: () => void }[] = [];
    const after = (delayMs: number, task: () => void) => {
      const timer = { delayMs, task };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    };
    const stop = startForms({ open: storage.open, events, now: () => nowMs, load, after });
    return { events, load, timers, stop };
  };

  it('R15 takes drafts and notes of what was posted off the device when their time is over, and nothing else', () => {
    const storage = new FakeStorage();
    const kept = {
      'boxline.draft.inquiry': { version: 1, savedAt: nowMs - dayMs + 1 },
      'boxline.draft.newer': { version: 2, something: 'else' },
      'boxline.posted.young': { version: 1, postedAt: nowMs - dayMs },
      'somebody.else': { savedAt: 0 },
    };
    const old = {
      'boxline.draft.intake': { version: 1, savedAt: nowMs - dayMs },
      'boxline.draft.corrupted': 'no record',
      'boxline.posted.old': { version: 1, postedAt: nowMs - 2 * dayMs },
    };
    for (const [key, record] of Object.entries({ ...kept, ...old })) storage.setItem(key, JSON.stringify(record));
    started(storage);
    expect([...storage.values.keys()]).toEqual(Object.keys(kept));
  });

  it('R693 takes the key of a press of a code’s link off the device when its code cannot be asked for any more', () => {
    const storage = new FakeStorage();
    const press = (savedAt: number) => JSON.stringify({ version: 1, key: 'k', savedAt });
    storage.setItem('boxline.code-press.old', press(nowMs - codeLinkTimes.askAgainForMs));
    storage.setItem('boxline.code-press.young', press(nowMs - codeLinkTimes.askAgainForMs + 1));
    started(storage);
    expect([...storage.values.keys()]).toEqual(['boxline.code-press.young']);
  });

  it('R49 lets drafts and notes that were written while the device’s clock was ahead count from now on', () => {
    const storage = new FakeStorage();
    const ahead = nowMs + 365 * dayMs;
    storage.setItem('boxline.draft.inquiry', JSON.stringify({ version: 1, savedAt: ahead, startedAt: ahead }));
    storage.setItem('boxline.posted.x', JSON.stringify({ version: 1, postedAt: ahead, underWayUntil: ahead }));
    storage.setItem(
      'boxline.posted.right',
      JSON.stringify({ version: 1, postedAt: nowMs, underWayUntil: nowMs + 25_000 }),
    );
    started(storage);
    expect([...storage.values.values()].map((text) => JSON.parse(text) as unknown)).toEqual([
      { version: 1, savedAt: nowMs, startedAt: nowMs },
      { version: 1, postedAt: nowMs, underWayUntil: nowMs },
      { version: 1, postedAt: nowMs, underWayUntil: nowMs + 25_000 },
    ]);
  });

  it('R62 leaves a send alone that its own tab makes again in a minute, because the server is busy', () => {
    const storage = new FakeStorage();
    const record = JSON.stringify({ version: 1, postedAt: nowMs, until: nowMs + 85_000, left: false });
    storage.setItem('boxline.unheard.x', record);
    started(storage);
    expect(storage.getItem('boxline.unheard.x')).toBe(record);
  });

  it('loads nothing while nothing waits, and what sends as soon as something does', async () => {
    const storage = new FakeStorage();
    const { events, load } = started(storage);
    expect(load).not.toHaveBeenCalled();
    storage.setItem('boxline.queued.x', '{}');
    events.dispatchEvent(new Event('storage'));
    expect(load).toHaveBeenCalledTimes(1);
    await nextTurn();
    events.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('R62 loads what tells of a send that a page was left with', () => {
    const storage = new FakeStorage();
    storage.setItem('boxline.unheard.x', JSON.stringify({ postedAt: nowMs }));
    expect(started(storage).load).toHaveBeenCalledTimes(1);
  });

  it('tries again when its file could not be fetched', async () => {
    const storage = new FakeStorage();
    storage.setItem('boxline.queued.x', '{}');
    const { events, load } = started(storage, [() => Promise.reject(new TypeError('Failed to fetch'))]);
    await nextTurn();
    events.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('R373 tries again by itself a second later, and after growing pauses, when the first try fails as well', async () => {
    const storage = new FakeStorage();
    storage.setItem('boxline.queued.x', '{}');
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const { load, timers } = started(storage, [lost, lost]);
    await nextTurn();
    for (const delayMs of [1_000, 5_000]) {
      const timer = timers.shift();
      expect(timer?.delayMs).toBe(delayMs);
      timer?.task();
      await nextTurn();
    }
    expect(load).toHaveBeenCalledTimes(3);
    expect(timers).toEqual([]);
  });

  it('is quiet where the storage is refused, and after it was stopped', () => {
    const storage = new FakeStorage();
    storage.mode = 'refused';
    const { events, load, stop } = started(storage);
    storage.mode = 'working';
    storage.setItem('boxline.queued.x', '{}');
    stop();
    events.dispatchEvent(new Event('online'));
    expect(load).not.toHaveBeenCalled();
  });
});
