/** PostgreSQL takes no more connections (`too_many_connections`), or is not there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startDatabaseGate } from '../../tests/support/database-gate.ts';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { busyForMs, StorageBusyError } from './busy.ts';
import { openPostgresPool, postgresDialect } from './postgres.ts';
import { preparedInsert } from './prepared.ts';
import type { Tables } from './tables.ts';

const most = 3;

const insert = preparedInsert('people', ['id', 'name', 'created_at']);
const person = (id: number) => ({ id: String(id), name: `Person ${id}`, created_at: '2026-11-21T21:06:00.000Z' });

onPostgres((under) => {
  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  /** A database whose user may have a few connections, and how often it was asked for one. */
  async function startLimited() {
    const { databaseUrl = '' } = await under.newPlace();
    const admin = await connect(databaseUrl);
    const url = new URL(databaseUrl);
    url.username = `limited_${url.pathname.slice(-12)}`;
    await admin.query(
      `create role ${url.username} login connection limit ${most} in role ${new URL(databaseUrl).username}`,
    );
    onTestFinished(async () => void (await admin.query(`drop role ${url.username}`)));
    const open = (at = url.href) => {
      const pool = openPostgresPool(at, { onBroken: () => {} });
      const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
      onTestFinished(() => pool.end());
      return { pool, db };
    };
    return { url: url.href, open };
  }

  it('R862 when PostgreSQL takes no more connections, those that are open serve every caller', async () => {
    const { open } = await startLimited();
    const { pool, db } = open();
    for (let round = 0; round < 10; round++) {
      const stored = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) =>
          db.transaction().execute(async (trx) => {
            await insert(trx, person(round * 40 + n));
            await sql`select pg_sleep(0.002)`.execute(trx);
          }),
        ),
      );
      expect(stored.filter(({ status }) => status === 'rejected')).toEqual([]);
      // One more may be asked for at this moment.
      expect(pool.totalCount).toBeLessThanOrEqual(most + 1);
    }
    expect(await db.selectFrom('people').select('id').execute()).toHaveLength(400);
  });

  it('R862 a server that gets no connection at all says so in time, and serves those who wait once there is one', async () => {
    const { open, url } = await startLimited();
    const { db } = open();
    const others = await Promise.all(Array.from({ length: most }, () => connect(url)));
    const ask = () => sql`select 1`.execute(db);
    const beganMs = performance.now();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, ask));
    expect(performance.now() - beganMs).toBeLessThan(2 * busyForMs);
    for (const one of asked) {
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageBusyError) });
      expect(one).toMatchObject({ reason: { code: 'FULL_BUSY' } });
    }
    const waiting = Array.from({ length: 20 }, ask);
    await sleep(200);
    await others[0]?.end();
    await Promise.all(waiting);
  });

  it('R862 connections that broke right after their login do not keep the pool from asking for another one', async () => {
    const { open, url } = await startLimited();
    const gate = await startDatabaseGate(url);
    const { db } = open(gate.url);
    const ask = () => sql`select 1`.execute(db);
    for (let round = 0; round < 2; round++) {
      gate.cutBefore('transaction_read_only', 'client');
      await expect(ask()).rejects.toMatchObject({ code: 'AWAY_BUSY' });
    }

    const others = await Promise.all(Array.from({ length: most }, () => connect(url)));
    await expect(ask()).rejects.toMatchObject({ code: 'FULL_BUSY' });
    await others[0]?.end();
    await ask();
  });

  it('R862 two servers share what PostgreSQL takes: the one that got none is given what the other does not need', async () => {
    const { open } = await startLimited();
    const [one, other] = [open(), open()];
    const asked = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        (n % 2 ? one : other).db.transaction().execute((trx) => insert(trx, person(n))),
      ),
    );
    expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await one.db.selectFrom('people').select('id').execute()).toHaveLength(200);
  });

  it('R862 nothing was stored by whoever found the database away, or lost it before the commit', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const gate = await startDatabaseGate(databaseUrl);
    const pool = openPostgresPool(gate.url, { onBroken: () => {} });
    onTestFinished(() => pool.end());
    const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
    const admin = await connect(databaseUrl);
    const pidOf = async (on: Kysely<Tables>) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;

    const ended = db.transaction().execute(async (trx) => {
      const pid = await pidOf(trx);
      await insert(trx, person(1));
      await admin.query('select pg_terminate_backend($1)', [pid]);
      await trx.selectFrom('people').select('id').execute();
    });
    await expect(ended).rejects.toMatchObject({ name: 'StorageBusyError', code: 'AWAY_BUSY' });
    const cut = db.transaction().execute(async (trx) => {
      await insert(trx, person(1));
      await pidOf(trx);
      await gate.shut();
      await trx.selectFrom('people').select('id').execute();
    });
    await expect(cut).rejects.toMatchObject({ name: 'StorageBusyError', code: 'AWAY_BUSY' });
    await expect(insert(db, person(1))).rejects.toMatchObject({ name: 'StorageBusyError', code: 'AWAY_BUSY' });
    await gate.open();
    await insert(db, person(1));
  });

  it('R862 whether a commit happened whose answer was lost is not known, so nobody is told that nothing was stored', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const gate = await startDatabaseGate(databaseUrl);
    const pool = openPostgresPool(gate.url, { onBroken: () => {} });
    onTestFinished(() => pool.end());
    const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
    for (const [id, from, text] of [
      [1, 'server', 'COMMIT'],
      [2, 'client', 'commit\0'],
    ] as const) {
      gate.cutBefore(text, from);
      const error: unknown = await db
        .transaction()
        .execute(async (trx) => {
          await insert(trx, person(id));
          await trx.selectFrom('people').select('id').execute();
        })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(StorageBusyError);
    }
    expect(await db.selectFrom('people').select('id').execute()).toEqual([{ id: '1' }]);
    // The same for one write outside a transaction.
    gate.cutBefore('INSERT', 'server');
    const written: unknown = await insert(db, person(3)).catch((reason: unknown) => reason);
    expect(written).not.toBeInstanceOf(StorageBusyError);
    expect(await db.selectFrom('people').select('id').execute()).toHaveLength(2);
  });
});
