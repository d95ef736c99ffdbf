/** Another program holds the write lock of the SQLite file: an operator's `sqlite3`, a backup, `VACUUM`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { busyForMs, StorageBusyError } from './busy.ts';
import { databaseFile, type Storage } from './open.ts';

const under = engineUnderTest('sqlite');
const at = '2026-11-21T21:06:00.000Z';

/** Opens a storage, and a second program's connection to the same file. */
async function withOther() {
  const place = await under.newPlace();
  const storage = await under.openStorage(place);
  const other = new DatabaseSync(databaseFile(place.dataDir));
  onTestFinished(() => other.close());
  return { storage, lock: () => other.exec('begin immediate'), unlock: () => other.exec('rollback'), other };
}

const person = (name: string) => ({ id: name, name, created_at: at });
const add = ({ db }: Storage, name: string) => db.insertInto('people').values(person(name)).execute();
const addInTransaction = (storage: Storage, name: string) =>
  storage.transaction((trx) => trx.insertInto('people').values(person(name)).execute());
const names = async ({ db }: Storage) =>
  (await db.selectFrom('people').select('name').orderBy('name').execute()).map(({ name }) => name);

/**
 * Takes the write lock as soon as it is free. A connection in the same thread must not block on it, because the thread could then
 * never release it.
 */
async function beginBeside(other: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      other.exec('begin immediate');
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message === 'database is locked')) throw error;
      await sleep(1);
    }
  }
}

describe('R46 while another program holds the write lock', () => {
  it('everything that only reads is answered at once, and the process goes on', async () => {
    const { storage, lock, unlock } = await withOther();
    await add(storage, 'before');
    lock();
    const late = monitorEventLoopDelay({ resolution: 5 });
    late.enable();
    const writing = [add(storage, 'alone'), addInTransaction(storage, 'in a transaction')];
    for (let n = 0; n < 20; n++) {
      const beganMs = performance.now();
      expect(await names(storage)).toEqual(['before']);
      await storage.ping();
      // The lock is held throughout, so every statement that waits for it reaches the limit.
      expect(performance.now() - beganMs).toBeLessThan(busyForMs);
      await sleep(5);
    }
    late.disable();
    expect(late.max / 1e6).toBeLessThan(busyForMs);
    unlock();
    await Promise.all(writing);
    expect(await names(storage)).toEqual(['alone', 'before', 'in a transaction']);
  });

  it('writes wait for it, in their order, and lose nothing', async () => {
    const { storage, lock, unlock } = await withOther();
    lock();
    const letters = [...'abcdefghij'];
    let ended = 0;
    const writing = letters.map(async (name, n) => {
      await (n % 2 === 0 ? add(storage, name) : addInTransaction(storage, name));
      ended += 1;
    });
    await sleep(300);
    expect(ended).toBe(0);
    unlock();
    await Promise.all(writing);
    const written = await sql<{ name: string }>`select name from people order by rowid`.execute(storage.db);
    expect(written.rows.map(({ name }) => name)).toEqual(letters);
  });

  it('all that wait are told after five seconds, nothing of them is written, and the next write succeeds', async () => {
    const { storage, lock, unlock } = await withOther();
    lock();
    const beganMs = performance.now();
    const ends = await Promise.all(
      [add(storage, 'a'), addInTransaction(storage, 'b'), addInTransaction(storage, 'c')].map(async (writing) => {
        const error = await writing.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        return { error, afterMs: performance.now() - beganMs };
      }),
    );
    for (const { error, afterMs } of ends) {
      expect(error).toBeInstanceOf(StorageBusyError);
      expect(afterMs).toBeGreaterThanOrEqual(busyForMs);
      // They wait at the same time, not one after the other.
      expect(afterMs).toBeLessThan(2 * busyForMs);
    }
    unlock();
    expect(await names(storage)).toEqual([]);
    await addInTransaction(storage, 'd');
    expect(await names(storage)).toEqual(['d']);
  });

  it('commits of others come in between, and a transaction still sees one state', async () => {
    const { storage, other } = await withOther();
    for (let n = 0; n < 50; n++) {
      await Promise.all([
        addInTransaction(storage, `ours ${n}`),
        (async () => {
          await sleep(Math.random() * 3);
          await beginBeside(other);
          other.exec(`insert into people (id, name, created_at) values ('o${n}', 'other ${n}', '${at}')`);
          await sleep(Math.random() * 3);
          other.exec('commit');
        })(),
      ]);
    }
    expect(await names(storage)).toHaveLength(100);
  });
});

describe('a transaction on SQLite', () => {
  it('sees its own writes, and nobody else does before its end', async () => {
    const { storage } = await withOther();
    await storage.transaction(async (trx) => {
      await trx.insertInto('people').values(person('a')).execute();
      expect(await trx.selectFrom('people').select('name').execute()).toEqual([{ name: 'a' }]);
      expect(await names(storage)).toEqual([]);
    });
    expect(await names(storage)).toEqual(['a']);
  });

  it('is not mixed with what others write while it waits', async () => {
    const { storage } = await withOther();
    const failing = storage.transaction(async (trx) => {
      await trx.insertInto('people').values(person('a')).execute();
      await sleep(20);
      throw new Error('no');
    });
    const others = [add(storage, 'b'), addInTransaction(storage, 'c')];
    await expect(failing).rejects.toThrow('no');
    await Promise.all(others);
    expect(await names(storage)).toEqual(['b', 'c']);
  });

  it('that fails in the middle leaves the turn to the next', async () => {
    const { storage } = await withOther();
    await add(storage, 'a');
    for (let n = 0; n < 3; n++) await expect(addInTransaction(storage, 'a')).rejects.toThrow('UNIQUE');
    await expect(add(storage, 'a')).rejects.toThrow('UNIQUE');
    await addInTransaction(storage, 'b');
    expect(await names(storage)).toEqual(['a', 'b']);
  });
});
