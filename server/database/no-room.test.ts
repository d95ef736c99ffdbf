import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { storageFaultOf } from './open.ts';

const { openStorage, newPlace } = engineUnderTest('sqlite');

/** Lets every disk have this many blocks, and as many of them free, from now on. */
function diskOf(blocks: number, free: number): void {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ blocks, bavail: free, bfree: free, bsize: 4096 } as fs.StatsFs);
  syncBuiltinESMExports();
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('R977 a write that still fits into the log of SQLite is refused when the disk has no room for a lead', async () => {
  const storage = await openStorage(await newPlace());
  diskOf(1000, 1000);
  await storage.tryWrite();
  diskOf(1000, 1);
  const refused: unknown = await storage.tryWrite().catch((error: unknown) => error);
  expect(storageFaultOf(refused)).toMatchObject({ code: 'SQLITE_FULL', words: 'The disk is full. Make room.' });
  diskOf(1000, 1000);
  await storage.tryWrite();
});

it('R977 a file system that does not say how much room it has is not taken for a full one', async () => {
  const storage = await openStorage(await newPlace());
  diskOf(0, 0);
  await storage.tryWrite();
});
