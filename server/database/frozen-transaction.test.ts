/** A server is frozen in the middle of a transaction, as by SIGSTOP or a paused machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres, type Place } from '../../tests/support/each-engine.ts';
import { lockedForMs, StorageBusyError } from './busy.ts';
import { openPostgresPool, type PostgresPoolOptions } from './postgres.ts';

onPostgres((under) => {
  async function pools(place?: Place) {
    const { databaseUrl = '' } = place ?? (await under.newPlace());
    return (options: Omit<PostgresPoolOptions, 'onBroken'>) => {
      const pool = openPostgresPool(databaseUrl, { onBroken: () => {}, ...options });
      onTestFinished(() => pool.end());
      return pool;
    };
  }

  it('R48 the locks of a transaction that stands still are free again, and what it wrote is undone', async () => {
    const open = await pools();
    const frozen = await open({ idleMs: 200 }).connect();
    onTestFinished(() => frozen.release(true));
    await frozen.query('begin');
    await frozen.query('select pg_advisory_xact_lock(7)');
    const other = await open({ silenceMs: 5000 }).connect();
    onTestFinished(() => other.release());
    await other.query('select pg_advisory_lock(7)');
    await expect(frozen.query('commit')).rejects.toThrow(/connection/i);
  });

  it('R886 whoever comes after others that wait for a row of a transaction that stands still is told that it is busy', async () => {
    const place = await under.newPlace();
    const open = await pools(place);
    const storage = await under.openStorage(place);
    await sql`create table places (id int primary key, taken int)`.execute(storage.db);
    await sql`insert into places values (1, 0)`.execute(storage.db);
    const take = () => storage.transaction((trx) => sql`update places set taken = taken + 1 where id = 1`.execute(trx));
    const frozen = await open({ silenceMs: 0, idleMs: 0 }).connect();
    onTestFinished(() => frozen.release(true));
    await frozen.query('begin; update places set taken = taken + 1 where id = 1');
    // The second waits for its turn to wait, and then for the row: two waits, of which each has the limit.
    const waiting = [];
    for (let n = 0; n < 4; n++) {
      waiting.push(take());
      await sleep(lockedForMs / 5);
    }
    const ended = await Promise.allSettled(waiting);
    for (const one of ended) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageBusyError) });
    await frozen.query('commit');
    await take();
    expect((await sql`select taken from places`.execute(storage.db)).rows).toEqual([{ taken: 2 }]);
  }, 60_000);

  it('R48 a server has ten seconds between two statements', async () => {
    const storage = await under.openStorage();
    const { rows } = await sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(storage.db);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  });
});
