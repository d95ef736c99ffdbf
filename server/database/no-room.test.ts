import { expect, it, vi } from 'vitest';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { storageFaultOf } from './open.ts';

const disk = vi.hoisted(() => ({ blocks: 1000, bavail: 1000, bfree: 1000, bsize: 4096 }));
vi.mock(import('node:fs'), async (original) => ({ ...(await original()), statfsSync: (() => disk) as never }));

const { openStorage, newPlace } = engineUnderTest('sqlite');

it('R977 a write that still fits into the log of SQLite is refused when the disk has no room for a lead', async () => {
  const storage = await openStorage(await newPlace());
  await storage.tryWrite();
  Object.assign(disk, { bavail: 1, bfree: 1 });
  const refused: unknown = await storage.tryWrite().catch((error: unknown) => error);
  expect(storageFaultOf(refused)).toMatchObject({ code: 'SQLITE_FULL', words: 'The disk is full. Make room.' });
  Object.assign(disk, { bavail: 1000, bfree: 1000 });
  await storage.tryWrite();
});

it('R977 a file system that does not say how much room it has is not taken for a full one', async () => {
  Object.assign(disk, { blocks: 0, bavail: 0, bfree: 0 });
  const storage = await openStorage(await newPlace());
  await storage.tryWrite();
});
