import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { isoOfTime, openPostgresPool } from './postgres.ts';

it.each([
  ['2026-11-21 21:04:00+00', '2026-11-21T21:04:00.000Z'],
  ['2026-11-21 21:04:00.1+00', '2026-11-21T21:04:00.100Z'],
  ['2026-11-21 21:04:00.123999+00', '2026-11-21T21:04:00.123Z'],
  // Times in other zones, as from a connection without our settings.
  ['2026-11-21 21:04:00.5-05', '2026-11-22T02:04:00.500Z'],
  ['2026-11-22 02:34:00+05:30', '2026-11-21T21:04:00.000Z'],
])('the time %s of PostgreSQL is %s', (text, iso) => {
  expect(isoOfTime(text)).toBe(iso);
});

onPostgres((under) => {
  it('a time is the same in a database whose zone is not UTC, and comes in UTC', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const url = new URL(databaseUrl);
    const first = openPostgresPool(databaseUrl, { onBroken: () => {} });
    await first.query(`alter database ${url.pathname.slice(1)} set timezone = 'America/Denver'`);
    await first.end();
    const pool = openPostgresPool(databaseUrl, { onBroken: () => {} });
    try {
      const { rows } = await pool.query(
        "select '2026-11-21T14:04:00.123-07:00'::timestamptz as at, '2026-11-21T14:04:00.123-07:00'::timestamptz::text as written",
      );
      expect(rows).toEqual([{ at: '2026-11-21T21:04:00.123Z', written: '2026-11-21 21:04:00.123+00' }]);
    } finally {
      await pool.end();
    }
  });

  it('R865 settings that somebody gave to the database or its user change neither times nor transactions nor waits', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const name = new URL(databaseUrl).pathname.slice(1);
    const first = openPostgresPool(databaseUrl, { onBroken: () => {} });
    const odd = {
      datestyle: 'German, DMY',
      default_transaction_isolation: 'repeatable read',
      statement_timeout: '50ms',
      lock_timeout: '50ms',
      bytea_output: 'escape',
      standard_conforming_strings: 'off',
      idle_session_timeout: '50ms',
      synchronous_commit: 'off',
    };
    for (const [setting, value] of Object.entries(odd)) {
      await first.query(`alter database ${name} set ${setting} = '${value}'`);
    }
    await first.end();
    const pool = openPostgresPool(databaseUrl, { onBroken: () => {} });
    const other = openPostgresPool(databaseUrl, { onBroken: () => {} });
    onTestFinished(async () => void (await Promise.all([pool.end(), other.end()])));
    await pool.query('create table counted (n int)');
    const at = "select '2026-11-10T14:04:00.123-07:00'::timestamptz as at";
    expect((await pool.query(at)).rows).toEqual([{ at: '2026-11-10T21:04:00.123Z' }]);
    const [session] = (await pool.query('select pg_backend_pid() as pid')).rows;
    await pool.query('select pg_sleep(0.2)');
    await sleep(200);
    expect((await pool.query('select pg_backend_pid() as pid')).rows).toEqual([session]);
    expect((await pool.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    expect((await pool.query(String.raw`select length('a\b') as units`)).rows).toEqual([{ units: 3 }]);

    // Whoever waits for a lock reads what its holder has written.
    const [one, two] = await Promise.all([pool.connect(), other.connect()]);
    const counted = async (client: pg.PoolClient) => (await client.query('select n from counted')).rows.length;
    await one.query('begin; select pg_advisory_xact_lock(1); insert into counted values (1)');
    const waits = two.query('begin; select pg_advisory_xact_lock(1)');
    await expect
      .poll(async () => (await pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rows)
      .toHaveLength(1);
    await one.query('commit');
    await waits;
    expect(await counted(two)).toBe(1);
    await two.query('rollback');
    one.release();
    two.release();
  });
});
