/** A server is frozen in the middle of a transaction, as by SIGSTOP or a paused machine. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { openPostgresPool, type PostgresPoolOptions } from './postgres.ts';

onPostgres((under) => {
  async function pools() {
    const { databaseUrl = '' } = await under.newPlace();
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

  it('R48 a server has ten seconds between two statements', async () => {
    const storage = await under.openStorage();
    const { rows } = await sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(storage.db);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  });
});
