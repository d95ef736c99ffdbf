/** Counts that all servers share, while one of them deletes those whose span is over. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { whileHeld } from '../../tests/support/while-held.ts';
import { createSharedWindows } from './windows.ts';

onPostgres(({ openStorage }) => {
  test('R874 a count that begins anew while those of ended spans are deleted goes on', async () => {
    const storage = await openStorage();
    const { db, pool } = storage;
    const windows = createSharedWindows(pool ?? expect.fail('no pool'));
    await windows.add('door', 60_000);
    await sql`update limits set expire = 1`.execute(db);
    const beginsAnew = sql`update limits set points = 1, expire = (extract(epoch from clock_timestamp()) * 1000)::bigint + 60000`;
    const acts = whileHeld(storage, (trx) => beginsAnew.execute(trx), [() => windows.deleteEnded()]);
    await Promise.all(acts.map((act) => act()));
    expect((await windows.add('door', 60_000)).count).toBe(2);
  });
});
