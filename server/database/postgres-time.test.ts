import { expect, it } from 'vitest';
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
});
