import { setImmediate as letOthersRun } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { leadBurst } from '../../tests/support/lead-burst.ts';

const leads = 450;

eachEngine((under) => {
  it('R754 leads can be found a minute after they came, although a burst of further ones never ends and nobody looks', async () => {
    const storage = await under.openStorage();
    const { indexing, errors, left, passes, pauses } = await leadBurst(storage, leads);
    /** Lets two seconds pass in which 200 leads come in each. */
    const passTwoSeconds = async () => {
      for (let tenth = 0; tenth < 20; tenth++) await passes(100, 20);
    };
    const becomes = async (count: number) => {
      while ((await left()) > count) await letOthersRun();
    };
    /** Waits for a slice, and for its pause, which begins later than others see the slice. */
    const isPause = async (number: number) => {
      await becomes(leads - 10 * number);
      while (pauses(2000) < number) await letOthersRun();
    };
    await passes(0, 100);
    indexing.start();
    onTestFinished(() => indexing.stop());
    await isPause(1);
    for (let pause = 2; pause <= 30; pause++) {
      await passTwoSeconds();
      await isPause(pause);
    }
    expect(await left(), 'within the minute').toBe(leads - 300);
    await passTwoSeconds();
    // No further time passes: another pause would last for ever.
    await becomes(0);
    expect(errors).toEqual([]);
  });
});
