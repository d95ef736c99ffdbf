import { setImmediate as letOthersRun } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';
import { createLeadIndexing } from './indexing.ts';
import { forms } from './messages/samples.ts';

const leads = 450;

eachEngine((under) => {
  it('R754 leads can be found a minute after they came, although a burst of further ones never ends and nobody looks', async () => {
    const storage = await under.openStorage();
    for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const left = async () =>
      (await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute()).length;
    const errors: unknown[] = [];
    let atMs = 0;
    const indexing = createLeadIndexing({
      storage,
      forms,
      now: () => new Date(),
      clockMs: () => atMs,
      onError: (error) => errors.push(error),
    });
    /** Lets two seconds pass in which 200 leads come in each. */
    const passTwoSeconds = async () => {
      for (let tenth = 0; tenth < 20; tenth++) {
        for (let lead = 0; lead < 20; lead++) indexing.wake();
        atMs += 100;
        await vi.advanceTimersByTimeAsync(100);
      }
    };
    const becomes = async (count: number) => {
      while ((await left()) > count) await letOthersRun();
    };
    for (let lead = 0; lead < 100; lead++) indexing.wake();
    indexing.start();
    onTestFinished(() => indexing.stop());
    await becomes(leads - 10);
    for (let pause = 1; pause < 30; pause++) {
      await passTwoSeconds();
      await becomes(leads - 10 * (pause + 1));
    }
    expect(await left(), 'within the minute').toBe(leads - 300);
    await passTwoSeconds();
    // No further time passes: another pause would last for ever.
    await becomes(0);
    expect(errors).toEqual([]);
  });
});
