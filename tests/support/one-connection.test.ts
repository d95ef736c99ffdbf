import { expect, test } from 'vitest';
import { onPostgres } from './each-engine.ts';
import { refuseSecondConnection } from './one-connection.ts';

onPostgres(({ openStorage }) => {
  test('R716 a transaction that asks for a second connection fails, and whatever asks after it does not', async () => {
    const storage = await openStorage();
    refuseSecondConnection(storage);
    const { db } = storage;
    const read = (from: Pick<typeof db, 'selectFrom'>) => from.selectFrom('people').select('id').execute();
    await expect(storage.transaction(() => read(db))).rejects.toThrow('second connection');
    expect(await storage.transaction(read)).toEqual([]);
    expect(await read(db)).toEqual([]);
  });
});
