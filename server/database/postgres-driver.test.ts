/** What a transaction writes without waiting for the answer is stored whole or not at all. */
import { Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eachEngineAlways, onPostgres } from '../../tests/support/each-engine.ts';
import { dialectOf, isUnstorable, type Storage } from './open.ts';
import { openPostgresPool, postgresDialect } from './postgres.ts';
import { preparedInsert } from './prepared.ts';
import type { Tables } from './tables.ts';

const insert = preparedInsert('people', ['id', 'name', 'created_at']);
const at = '2026-11-21T21:06:00.000Z';
const person = (id: string) => ({ id, name: `Person ${id}`, created_at: at });

const idsIn = async ({ db }: Storage) =>
  (await db.selectFrom('people').select('id').orderBy('id').execute()).map(({ id }) => id);

eachEngineAlways((under) => {
  it('R720 an insert that fails as the last of its transaction fails the transaction', async () => {
    const storage = await under.openStorage();
    await insert(storage.db, person('1'));
    const both = storage.transaction(async (trx) => {
      await insert(trx, person('2'));
      await insert(trx, person('1'));
    });
    await expect(both).rejects.toThrow(/unique/i);
    expect(await idsIn(storage)).toEqual(['1']);
  });

  it('R720 an insert that fails is the error of the transaction, whatever is read after it', async () => {
    const storage = await under.openStorage();
    await insert(storage.db, person('1'));
    let wentOn = false;
    const read = storage.transaction(async (trx) => {
      await insert(trx, person('1'));
      await trx.selectFrom('people').select('id').execute();
      wentOn = true;
    });
    await expect(read).rejects.toThrow(/unique/i);
    expect(wentOn).toBe(false);
  });

  it('R720 a value that no text column holds is known as such, also when the insert is not waited for', async () => {
    const storage = await under.openStorage();
    const stored = storage.transaction((trx) => insert(trx, { ...person('1'), created_at: 'no time' }));
    const error = await stored.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    // SQLite accepts any text as a time.
    expect(isUnstorable(error)).toBe(storage.engine === 'postgres');
  });

  it('R720 of forty transactions at the same instant, those with a failing insert keep nothing and all others everything', async () => {
    const storage = await under.openStorage();
    await insert(storage.db, person('taken'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        storage.transaction(async (trx) => {
          await insert(trx, person(`${n} first`));
          if (n % 2 === 0) await insert(trx, person('taken'));
          await insert(trx, person(`${n} second`));
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const kept = Array.from({ length: 40 }, (_, n) => n).flatMap((n) =>
      n % 2 === 0 ? [] : [`${n} first`, `${n} second`],
    );
    expect(new Set(await idsIn(storage))).toEqual(new Set(['taken', ...kept]));
  });

  it('R720 what is read after an insert of the same transaction has it', async () => {
    const storage = await under.openStorage();
    const read = await storage.transaction(async (trx) => {
      await insert(trx, person('1'));
      await insert(trx, person('2'));
      return trx.selectFrom('people').select('id').orderBy('id').execute();
    });
    expect(read).toEqual([{ id: '1' }, { id: '2' }]);
  });
});

onPostgres((under) => {
  it('R720 a transaction whose connection is ended in the middle is not kept, and the next one finds a connection', async () => {
    const storage = await under.openStorage();
    const cut = storage.transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await insert(trx, person('1'));
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(storage.db);
      await insert(trx, person('2'));
    });
    await expect(cut).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/i);
    await storage.transaction((trx) => insert(trx, person('3')));
    expect(await idsIn(storage)).toEqual(['3']);
  });

  it('R720 after a transaction that went on after an error, its connection waits for an insert again', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const pool = openPostgresPool(databaseUrl, { onBroken: () => {}, connections: 1 });
    const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
    onTestFinished(() => db.destroy());
    const wentOn = db.transaction().execute(async (trx) => {
      await sql`select 1 / 0`.execute(trx).catch(() => {});
    });
    await expect(wentOn).rejects.toThrow(/transaction/i);
    await insert(db, person('1'));
    await expect(insert(db, person('1'))).rejects.toThrow(/unique/i);
  });

  it('R720 a transaction sends together what it does not wait for', async () => {
    const { databaseUrl = '' } = await under.newPlace();
    const pool = openPostgresPool(databaseUrl, { onBroken: () => {}, connections: 1 });
    const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
    onTestFinished(() => db.destroy());
    await insert(db, person('1'));
    const writes = vi.spyOn(Socket.prototype, '_write');
    const joinedWrites = vi.spyOn(Socket.prototype, '_writev');
    onTestFinished(() => void vi.restoreAllMocks());
    await db.transaction().execute(async (trx) => {
      for (const id of ['2', '3', '4', '5']) await insert(trx, person(id));
      expect(await trx.selectFrom('people').select('id').execute()).toHaveLength(5);
    });
    // One for all until the first answer that is read, and one for the commit.
    expect(writes.mock.calls.length + joinedWrites.mock.calls.length).toBe(2);
  });

  it('R720 two that lock ahead by one key run one after the other', async () => {
    const storage = await under.openStorage();
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.transaction(async (trx) => {
          await dialectOf(trx).lockAhead(trx, ['one key']);
          const { length } = await trx.selectFrom('people').select('id').execute();
          await insert(trx, person(String(length)));
          return length;
        }),
      ),
    );
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});
