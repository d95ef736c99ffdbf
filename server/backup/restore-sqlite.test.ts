import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFile } from '#server/database/open.ts';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { restoreSqlite } from './restore.ts';

/** A file system without hard links. */
const refuse = () => {
  throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
};

test('R1075 a restore into a file system without hard links puts its database there', async () => {
  const from = join(temporaryFolder(), 'copy.db');
  const dataDir = temporaryFolder();
  writeFileSync(from, 'restored');
  await restoreSqlite(from, dataDir, async () => {}, undefined, refuse);
  expect(readdirSync(dataDir).map((name) => join(dataDir, name))).toEqual([databaseFile(dataDir)]);
  expect(readFileSync(databaseFile(dataDir), 'utf8')).toBe('restored');
});

test('R1075 a restore into a file system without hard links leaves a database that was made there meanwhile', async () => {
  const from = join(temporaryFolder(), 'copy.db');
  const dataDir = temporaryFolder();
  writeFileSync(from, 'restored');
  const meanwhile = async () => writeFileSync(databaseFile(dataDir), 'made meanwhile');
  await expect(restoreSqlite(from, dataDir, meanwhile, undefined, refuse)).rejects.toThrow(/^There is a database in /);
  expect(readFileSync(databaseFile(dataDir), 'utf8')).toBe('made meanwhile');
});
