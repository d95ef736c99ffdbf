import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boxline-stamp-'));
  mkdirSync(join(root, 'site/pages'), { recursive: true });
  writeFileSync(join(root, 'site/pages/home.tsx'), 'home');
  writeFileSync(join(root, 'lock'), 'lock');
});

afterEach(() => rmSync(root, { recursive: true }));

const hash = (...facts: string[]) => hashOf(root, ['site', 'lock'], facts);

test('the hash stays while nothing changes, and when a test does', () => {
  const before = hash();
  writeFileSync(join(root, 'site/pages/home.test.tsx'), 'a test');
  expect(hash()).toBe(before);
});

test.each<[string, () => void]>([
  ['a content', () => writeFileSync(join(root, 'site/pages/home.tsx'), 'homE')],
  ['a new file', () => writeFileSync(join(root, 'site/pages/about.tsx'), '')],
  ['a name', () => renameSync(join(root, 'site/pages/home.tsx'), join(root, 'site/pages/hom.tsx'))],
  [
    'a content that moves to the next file',
    () => {
      writeFileSync(join(root, 'site/pages/home.tsx'), 'homelo');
      writeFileSync(join(root, 'lock'), 'ck');
    },
  ],
])('the hash changes with %s', (_, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

test('the hash changes with the facts', () => {
  expect(hash('linux')).not.toBe(hash('darwin'));
});

test('a stamp is read as it was written, and is absent before and after', () => {
  const stamp = join(root, 'stamp');
  expect(readStamp(stamp)).toBeUndefined();
  writeStamp(stamp, hash());
  expect(readStamp(stamp)).toBe(hash());
  removeStamp(stamp);
  expect(readStamp(stamp)).toBeUndefined();
});
