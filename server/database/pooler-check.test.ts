import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startTransactionPooler } from '../../tests/support/transaction-pooler.ts';
import { openExistingStorage, refuseSharedSessions, SharedSessionError } from './open.ts';

onPostgres((under) => {
  it('R885 connections that a pooler lends for a transaction alone are refused before anything is set on them', async () => {
    const { databaseUrl = '', dataDir } = await under.newPlace();
    const pooled = await startTransactionPooler(databaseUrl);
    await expect(refuseSharedSessions(pooled)).rejects.toThrow(SharedSessionError);
    await expect(openExistingStorage({ databaseUrl: pooled, dataDir })).rejects.toThrow(/pool_mode = session/);
    const client = new pg.Client({ connectionString: pooled });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      `select name from pg_settings where source = 'session' and name in ('statement_timeout', 'lock_timeout')`,
    );
    expect(rows).toEqual([]);
  });

  it('R885 connections that keep their sessions are used', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    await refuseSharedSessions(databaseUrl);
  });
});
