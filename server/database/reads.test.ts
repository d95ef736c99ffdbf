import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachEngineAlways, engineUnderTest, onPostgres } from '../../tests/support/each-engine.ts';
import { storageFaultOf } from './fault.ts';
import { databaseFile, type Storage } from './open.ts';
import { createSqliteReader, ReaderDiedError } from './sqlite-reader.ts';

const probe = (id: string) => ({ id, written_at: '2026-11-21T21:06:00.000Z' });
const idsIn = async (db: Storage['db']) =>
  (await db.selectFrom('write_probes').select('id').orderBy('id').execute()).map(({ id }) => id);

/** A query that takes a few hundred milliseconds on any machine. */
const countTo = (most: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) select count(*) as n from n`;

const long = 3_000_000;

eachEngineAlways(({ openStorage }) => {
  describe('R108 what only reads', () => {
    test('sees each change that was committed before it, however often', async () => {
      const storage = await openStorage();
      for (let n = 0; n < 100; n++) {
        const id = String(n).padStart(3, '0');
        await storage.transaction((trx) => trx.insertInto('write_probes').values(probe(id)).execute());
        expect((await idsIn(storage.reads)).at(-1)).toBe(id);
      }
    });

    test('holds up nobody, however long it takes', async () => {
      const storage = await openStorage();
      await idsIn(storage.reads);
      const order: string[] = [];
      const reading = sql
        .raw(countTo(long))
        .execute(storage.reads)
        .then(() => order.push('read'));
      for (const id of ['a', 'b', 'c']) {
        await storage.transaction((trx) => trx.insertInto('write_probes').values(probe(id)).execute());
        expect(await idsIn(storage.db)).toContain(id);
        order.push(id);
      }
      await reading;
      expect(order).toEqual(['a', 'b', 'c', 'read']);
    });

    test('cannot write', async () => {
      const storage = await openStorage();
      await expect(storage.reads.insertInto('write_probes').values(probe('a')).execute()).rejects.toThrow(/read.?only/);
      await expect(sql`delete from leads`.execute(storage.reads)).rejects.toThrow(/read.?only/);
      expect(await idsIn(storage.db)).toEqual([]);
    });

    test('says what is wrong with a statement in the database’s own codes', async () => {
      const storage = await openStorage();
      const failed = await sql`select * from nowhere`.execute(storage.reads).catch((error: unknown) => error);
      expect(failed).toMatchObject({ message: expect.stringContaining('nowhere') });
      expect(storageFaultOf(failed)?.code).toBe(storage.engine === 'sqlite' ? 'SQLITE_1' : '42P01');
      expect(await idsIn(storage.reads)).toEqual([]);
    });

    test('is answered when the database is closed meanwhile, and refused after that', async () => {
      const storage = await openStorage();
      await idsIn(storage.reads);
      const reading = sql.raw(countTo(1000)).execute(storage.reads);
      // By now the statement was sent to the thread.
      await new Promise((resolve) => setImmediate(resolve));
      const closing = storage.close();
      expect((await reading).rows).toEqual([{ n: 1000 }]);
      await closing;
      await expect(idsIn(storage.reads)).rejects.toThrow(/closed|destroyed|calling end/);
      await storage.close();
    });
  });
});

describe('R108 the thread that reads on SQLite', () => {
  const under = engineUnderTest('sqlite');

  async function newReader() {
    const place = await under.newPlace();
    const storage = await under.openStorage(place);
    await storage.db.insertInto('write_probes').values(probe('a')).execute();
    const reader = createSqliteReader({ path: databaseFile(place.dataDir), busyMs: 0, cacheKb: 1000 });
    onTestFinished(() => reader.close());
    return { place, storage, reader };
  }

  test('begins with the first statement', async () => {
    const { reader } = await newReader();
    expect(reader.thread).toBeUndefined();
    expect(await reader.read('select id from write_probes', [])).toEqual([{ id: 'a' }]);
    expect(reader.thread).toBeDefined();
  });

  test('that dies is replaced, and every statement is answered in its order', async () => {
    const { reader } = await newReader();
    for (let round = 0; round < 5; round++) {
      await reader.read('select 1', []);
      const order: number[] = [];
      const asked = [countTo(100_000), 'select 1', 'select 2'].map((text, n) =>
        reader.read(text, []).then((rows) => {
          order.push(n);
          return rows.length;
        }),
      );
      const before = reader.thread;
      await before?.terminate();
      expect(await Promise.all(asked)).toEqual([1, 1, 1]);
      expect(order).toEqual([0, 1, 2]);
      expect(reader.thread).not.toBe(before);
    }
  });

  test('that dies of one statement again and again fails that one alone', async () => {
    const { reader } = await newReader();
    await reader.read('select 1', []);
    const first = reader.thread;
    const deadly = reader.read(countTo(long), []).catch((error: unknown) => error);
    const harmless = reader.read('select id from write_probes', []);
    // The second thread dies as soon as it has opened the file.
    first?.once('exit', () =>
      queueMicrotask(() => {
        const second = reader.thread;
        second?.once('message', () => void second.terminate());
      }),
    );
    await first?.terminate();
    expect(await deadly).toBeInstanceOf(ReaderDiedError);
    expect(await harmless).toEqual([{ id: 'a' }]);
  });

  test('refuses more rows than it has memory for, and goes on', async () => {
    const { reader } = await newReader();
    const all = countTo(60_000).replace('count(*) as n', 'i');
    await expect(reader.read(all, [])).rejects.toThrow('read in slices');
    expect(await reader.read(`${all} limit 50000`, [])).toHaveLength(50_000);
  });

  test('fails what it is asked when there is no file to read', async () => {
    const { place } = await newReader();
    const path = join(place.dataDir, 'nothing.sqlite');
    const reader = createSqliteReader({ path, busyMs: 0, cacheKb: 1000 });
    const asked = [1, 2, 3].map((n) => reader.read(`select ${n}`, []));
    for (const one of asked) await expect(one).rejects.toThrow(ReaderDiedError);
    await expect(reader.read('select 1', [])).rejects.toThrow(ReaderDiedError);
    await reader.close();
  });

  test('keeps no process running', async () => {
    const { place } = await newReader();
    const script = `
      const { openStorage } = await import('#server/database/open.ts');
      const storage = openStorage({ dataDir: process.argv[1] });
      const rows = await storage.reads.selectFrom('write_probes').select('id').execute();
      console.log(JSON.stringify(rows));`;
    const args = ['--input-type=module', '--eval', script, place.dataDir];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(JSON.parse(stdout)).toEqual([{ id: 'a' }]);
  });
});

onPostgres(({ openStorage }) => {
  test('R108 reads have connections of their own, few, that end what takes too long', async () => {
    const storage = await openStorage();
    const { rows } = await sql<{ statement: string; read_only: string; jit: string; helpers: string }>`
      select current_setting('statement_timeout') as statement, current_setting('jit') as jit,
        current_setting('max_parallel_workers_per_gather') as helpers,
        current_setting('default_transaction_read_only') as read_only`.execute(storage.reads);
    expect(rows).toEqual([{ statement: '10s', read_only: 'on', jit: 'off', helpers: '0' }]);
    const sleeping = Array.from({ length: 12 }, () => sql`select pg_sleep(0.2)`.execute(storage.reads));
    const { rows: busy } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(storage.db);
    expect(busy[0]?.n).toBeLessThanOrEqual(4);
    await Promise.all(sleeping);
  });
});
