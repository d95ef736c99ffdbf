import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/each-engine.ts';
import { makeFileOnce, makeFolder } from './durable-files.ts';

test('a folder is made with those above it, for its owner alone, and is left as it is when it is there', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makeFileOnce(join(folder, 'key'), 'first');
  makeFolder(folder);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('the first content of a file stays, nothing else is left beside it, and only its owner may read it', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'key');
  makeFileOnce(file, 'first');
  makeFileOnce(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['key']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file is made where the file system has no hard links, such as for a backup on a USB disk', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'key');
  const refuse = () => {
    throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
  };
  makeFileOnce(file, 'first', refuse);
  makeFileOnce(file, 'second', refuse);
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['key']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
