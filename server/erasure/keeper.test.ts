import { expect, it } from 'vitest';
import { createErasureKeeper } from './keeper.ts';

it('R768 a file of erasures on a share that hangs is read once at a time, and no look waits for it without end', async () => {
  const share = Promise.withResolvers<boolean>();
  let reads = 0;
  const keeper = createErasureKeeper({
    erasure: {
      isBehind: () => {
        reads += 1;
        return share.promise;
      },
      eraseAgain: async () => 2,
    },
    onAgain: (count) => void told.push(count),
    onError: () => {},
    withinMs: 20,
  });
  const told: number[] = [];
  for (let look = 0; look < 3; look++) await expect(keeper.look()).rejects.toThrow('could not be read in time');
  expect([reads, told]).toEqual([1, []]);
  share.resolve(true);
  await keeper.look();
  expect([reads, told]).toEqual([1, [2]]);
  await keeper.look();
  expect([reads, told]).toEqual([2, [2, 2]]);
});
