import { expect, it } from 'vitest';
import { createKeyedHash } from '#server/keyed-hash.ts';
import type { FileRead } from './erasures-file.ts';
import { createFileInTurn } from './file-in-turn.ts';
import { createErasureKeeper } from './keeper.ts';

it('R768 a file of erasures on a share that hangs is read once at a time, and no look waits for it without end', async () => {
  const share = Promise.withResolvers<FileRead>();
  let reads = 0;
  const inTurn = createFileInTurn('the file', createKeyedHash('k'.repeat(32)), {
    fileWithinMs: 20,
    read: () => {
      reads += 1;
      return share.promise;
    },
  });
  const keeper = createErasureKeeper({
    erasure: { isBehind: async () => (await inTurn.read()).finished === 0, eraseAgain: async () => 2 },
    onAgain: (count) => void told.push(count),
    onError: () => {},
  });
  const told: number[] = [];
  for (let look = 0; look < 3; look++) await expect(keeper.look()).rejects.toThrow('did not answer in time');
  expect([reads, told]).toEqual([1, []]);
  share.resolve({ finished: 0 } as FileRead);
  await keeper.look();
  expect([reads, told]).toEqual([2, [2]]);
  await keeper.look();
  expect([reads, told]).toEqual([3, [2, 2]]);
});
