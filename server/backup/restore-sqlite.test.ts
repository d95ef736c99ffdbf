import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#server/database/open.ts';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { restoreSqlite } from './restore.ts';

/** A file system without hard links. */
const refuse = () => {
  throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
};

/** A backup whose table has one row, `restored`. */
function backedUp(): string {
  const file = join(temporaryFolder(), 'copy.db');
  const database = new DatabaseSync(file);
  database.exec("create table rows (text); insert into rows values ('restored')");
  database.close();
  return file;
}

/** The rows of the database in a folder, from its main file alone. */
function rowsIn(dataDir: string): unknown[] {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  try {
    return database
      .prepare('select text from rows')
      .all()
      .map(({ text }) => text);
  } finally {
    database.close();
  }
}

test('R1075 a restore into a file system without hard links puts its database there', async () => {
  const from = backedUp();
  const dataDir = temporaryFolder();
  await restoreSqlite(from, dataDir, async () => {}, undefined, refuse);
  expect(readdirSync(dataDir).map((name) => join(dataDir, name))).toEqual([databaseFile(dataDir)]);
  expect(rowsIn(dataDir)).toEqual(['restored']);
});

test('R1075 a restore into a file system without hard links leaves a database that was made there meanwhile', async () => {
  const from = backedUp();
  const dataDir = temporaryFolder();
  const meanwhile = async () => writeFileSync(databaseFile(dataDir), 'made meanwhile');
  await expect(restoreSqlite(from, dataDir, meanwhile, undefined, refuse)).rejects.toThrow(/^There is a database in /);
  expect(readFileSync(databaseFile(dataDir), 'utf8')).toBe('made meanwhile');
});

test('R1147 a restore takes along what a connection could not move out of the log when it closed', async () => {
  const dataDir = temporaryFolder();
  const open: DatabaseSync[] = [];
  await restoreSqlite(backedUp(), dataDir, async (draftDir) => {
    // Whoever still has the database open keeps the last connection from moving the log, as a full disk does.
    const database = new DatabaseSync(databaseFile(draftDir));
    database.exec("pragma journal_mode = wal; insert into rows values ('carried over')");
    open.push(database);
  });
  for (const database of open) database.close();
  expect(readdirSync(dataDir).map((name) => join(dataDir, name))).toEqual([databaseFile(dataDir)]);
  expect(rowsIn(dataDir)).toEqual(['restored', 'carried over']);
});

test('R1147 a restore whose log cannot be moved, or whose database is damaged, leaves its place empty', async () => {
  const dataDir = temporaryFolder();
  const inUse = restoreSqlite(backedUp(), dataDir, async (draftDir) => {
    const [reader, writer] = [1, 2].map(() => new DatabaseSync(databaseFile(draftDir))) as [DatabaseSync, DatabaseSync];
    onTestFinished(() => reader.close());
    writer.exec('pragma journal_mode = wal');
    reader.exec('begin; select * from rows');
    writer.exec("insert into rows values ('carried over')");
    writer.close();
  });
  await expect(inUse).rejects.toThrow(/ is in use by another program\. Nothing was restored\.$/);
  expect(readdirSync(dataDir)).toEqual([]);

  const damaged = restoreSqlite(backedUp(), dataDir, async (draftDir) => {
    const file = databaseFile(draftDir);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 4096));
  });
  await expect(damaged).rejects.toThrow(/ is damaged: /);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('R1148 a backup that may not be written to is restored into a file that its owner may write to', async () => {
  const from = backedUp();
  chmodSync(from, 0o400);
  let mode = 0;
  await restoreSqlite(from, temporaryFolder(), async (draftDir) => {
    ({ mode } = statSync(databaseFile(draftDir)));
  });
  expect(mode & 0o777).toBe(0o600);
});
