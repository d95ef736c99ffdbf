import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { databaseFile, openStorage, type Storage } from './open.ts';

const has = (path: string, mark: string): boolean => readFileSync(path).includes(mark);

test('R174 what an earlier version deleted and did not overwrite is gone after the first start, and it is done once', async () => {
  const dataDir = temporaryFolder();
  const path = databaseFile(dataDir);
  const earlier = new DatabaseSync(path);
  earlier.exec('pragma journal_mode = wal; pragma secure_delete = off; create table old (a text)');
  const insert = earlier.prepare('insert into old values (?)');
  for (let n = 0; n < 500; n++) insert.run(`marked-kestrel ${n} ${'x'.repeat(200)}`);
  earlier.exec('delete from old; drop table old');
  earlier.close();
  expect(has(path, 'kestrel')).toBe(true);
  const storage = openStorage({ dataDir });
  onTestFinished(() => storage.close());
  await storage.migrate();
  expect(await storage.writeAnew()).toBe(true);
  expect(has(path, 'kestrel')).toBe(false);
  expect(await storage.writeAnew()).toBe(false);
});

test('R174 a new file has nothing to be rid of, and is not written anew', async () => {
  const storage = openStorage({ dataDir: temporaryFolder() });
  onTestFinished(() => storage.close());
  await storage.migrate();
  expect(await storage.writeAnew()).toBe(false);
});

const put = (storage: Storage, n: number, text: string) =>
  sql`
    insert into texts (n, kind, text) values (${n}, 'x', ${text})
    on conflict (n) do update set text = excluded.text`.execute(storage.db);

/** Stores texts of one person among others. They grow later, as an amended lead does, so that SQLite splits their pages. */
async function fillTexts(storage: Storage): Promise<void> {
  await sql`create table texts (n integer primary key, kind text, text text)`.execute(storage.db);
  await put(storage, 100_000, 'after them');
  for (let n = 1; n < 300; n++) await put(storage, n, n % 2 === 0 ? `marked-kestrel ${n}` : 'x'.repeat(20));
  for (let n = 2; n < 300; n += 2) await put(storage, n, `marked-kestrel${'x'.repeat(50)}`);
}

const eraseTexts = (storage: Storage) =>
  storage.transaction(async (trx) => {
    await storage.markErased(trx);
    await sql`delete from texts where text like 'marked-kestrel%'`.execute(trx);
  });

async function openFilled() {
  const dataDir = temporaryFolder();
  const storage = openStorage({ dataDir });
  onTestFinished(() => storage.close());
  await storage.migrate();
  await fillTexts(storage);
  await eraseTexts(storage);
  await sql`pragma wal_checkpoint(truncate)`.execute(storage.db);
  return { storage, isLeft: () => has(databaseFile(dataDir), 'marked-kestrel') };
}

test('R174 a copy that was left where a page was split, before its row was erased, is gone when the file was written anew', async () => {
  const { storage, isLeft } = await openFilled();
  expect(isLeft()).toBe(true);
  expect(await storage.writeAnew()).toBe(true);
  expect(isLeft()).toBe(false);
  expect((await sql`select n from texts`.execute(storage.db)).rows.length).toBe(151);
  expect(await storage.writeAnew()).toBe(false);
});

test('R174 a file that takes too long by day is left to the night, and the next start', async () => {
  const { storage, isLeft } = await openFilled();
  expect(await storage.writeAnew(0.1)).toBe(false);
  expect(isLeft()).toBe(true);
  expect(await storage.writeAnew()).toBe(true);
  expect(isLeft()).toBe(false);
});

test('R174 what is erased while the file is written anew waits for the next time, and whoever writes loses nothing', async () => {
  const { storage, isLeft } = await openFilled();
  const isBeingWritten = async () =>
    (await sql<{ is: number }>`select user_version = 2 as "is" from pragma_user_version`.execute(storage.db)).rows[0]
      ?.is === 1;
  const written = storage.writeAnew();
  await expect.poll(isBeingWritten, { interval: 1 }).toBe(true);
  const erasures = Array.from({ length: 20 }, (_, n) =>
    storage.transaction(async (trx) => {
      await storage.markErased(trx);
      await sql`insert into texts (n, text) values (${2000 + n}, 'later')`.execute(trx);
    }),
  );
  await Promise.all([written, ...erasures]);
  expect((await sql`select n from texts where text = 'later'`.execute(storage.db)).rows.length).toBe(20);
  expect(await storage.writeAnew()).toBe(true);
  expect(isLeft()).toBe(false);
  expect(await storage.writeAnew()).toBe(false);
});

test('R927 what somebody’s long read kept in the log is gone the next time', async () => {
  const dataDir = temporaryFolder();
  const storage = openStorage({ dataDir });
  onTestFinished(() => storage.close());
  await storage.migrate();
  await fillTexts(storage);
  const reader = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  onTestFinished(() => reader.close());
  reader.exec('begin; select count(*) from texts');
  const isLeft = () =>
    [databaseFile(dataDir), `${databaseFile(dataDir)}-wal`].some((file) => has(file, 'marked-kestrel'));
  await eraseTexts(storage);
  let nowMs = performance.now();
  // Each look at the time is a second after the one before, so nobody waits for five seconds.
  const time = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 1000;
    return nowMs;
  });
  await storage.writeAnew();
  time.mockRestore();
  expect(isLeft()).toBe(true);
  reader.exec('commit');
  await storage.writeAnew();
  expect(isLeft()).toBe(false);
  expect(await storage.writeAnew()).toBe(false);
});
