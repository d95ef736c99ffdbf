import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { databaseFile, openStorage } from './open.ts';

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
