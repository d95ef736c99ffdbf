/** The last probe of a server that stops. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { createMeasured } from './service.ts';

it.each(['first', 'last'])(
  'R894 a server that stops tells of no fault when its %s probe finds it gone',
  async (which) => {
    const storage = await engineUnderTest('sqlite').openStorage();
    const told: unknown[] = [];
    const measured = createMeasured({
      storage,
      zone: 'America/New_York',
      figures: {
        async times() {
          const none = { count: 0, medianMs: 0, nineOfTenMs: 0 };
          return { presenceSince: undefined, all: { accept: none, connect: none, missed: 0 }, days: [] };
        },
      },
      now: () => new Date(),
      clockMs: () => performance.now(),
      mintId,
      show() {},
      onError: (error) => void told.push(error),
    });
    const gone = Promise.withResolvers<void>();
    const late = which === 'first' ? 1 : 2;
    let probes = 0;
    measured.start(() => {
      probes += 1;
      return probes === late ? gone.promise : Promise.resolve();
    });
    await measured.lastBeat(10);
    await expect.poll(() => probes).toBe(late);
    gone.reject(new Error('connect ECONNREFUSED'));
    await measured.stop();
    await setImmediate();
    expect(told).toEqual([]);
  },
);
