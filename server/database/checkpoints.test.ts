import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createCheckpoints } from './checkpoints.ts';
import { createSharedCommits } from './shared-commits.ts';
import { openSqliteFile } from './sqlite.ts';

const kb = 1024;
const content = 'x'.repeat(16 * kb);

/** Opens a file with one table, and writers that are told when their row is on disk. */
function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'boxline-checkpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'test.sqlite');
  const database = openSqliteFile(file);
  database.exec('create table things (id integer primary key, content text not null)');
  const checkpoints = createCheckpoints(database);
  const commits = createSharedCommits(database, undefined, checkpoints.committed);
  async function insert(): Promise<void> {
    const turn = await commits.begin();
    turn.run('insert into things (content) values (?)', [content]);
    await turn.commit();
  }
  async function close(): Promise<void> {
    await checkpoints.close();
    if (database.isOpen) database.close();
  }
  onTestFinished(close);
  return {
    checkpoints,
    close,
    logBytes: () => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0),
    limit: () => database.prepare('pragma wal_autocheckpoint').get()?.['wal_autocheckpoint'],
    async write(rows: number): Promise<void> {
      for (let n = 0; n < rows; n++) await insert();
    },
    /** The rows that another program finds, after it checked the whole file. */
    rows(): unknown {
      const other = new DatabaseSync(file);
      expect(other.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      const rows = other.prepare('select count(*) as rows from things').get()?.['rows'];
      other.close();
      return rows;
    },
  };
}

it('R242 while much is written, a thread of its own moves the log into the database, and the log stays short', async () => {
  const { checkpoints, write, logBytes, limit, close, rows } = openFile();
  await write(1500);
  expect(checkpoints.thread).toBeDefined();
  expect(limit()).toBe(8000);
  // If the log were never moved, 1,500 rows of at least four pages would make it longer.
  expect(logBytes()).toBeLessThan(64 * kb * kb);
  await close();
  expect(checkpoints.thread).toBeUndefined();
  expect(logBytes()).toBe(0);
  expect(rows()).toBe(1500);
});

it('R242 when that thread dies, commits move the log as SQLite does by itself, and nothing is lost', async () => {
  const { checkpoints, write, limit, close, rows } = openFile();
  await write(500);
  await checkpoints.thread?.terminate();
  expect([checkpoints.thread, limit()]).toEqual([undefined, 1000]);
  await write(500);
  expect(checkpoints.thread).toBeDefined();
  await close();
  expect(rows()).toBe(1000);
});

it('R242 few writes need no thread', async () => {
  const { checkpoints, write, limit } = openFile();
  // There are many commits, but not enough pages for a commit to move the log.
  await write(100);
  expect([checkpoints.thread, limit()]).toEqual([undefined, 1000]);
});
