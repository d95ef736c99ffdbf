import { expect, test } from 'vitest';
import { unwanted, wordsIn } from './words.ts';

const words = unwanted(['/srv/clones/boxline', '/root', '/home/avery']);

test.each([
  ['see /srv/clones/boxline/server', 'a folder of this machine'],
  ['in /home/avery', 'a folder of this machine'],
  [`"${'resolved'}": "https://mirror.example/x.tgz"`, 'where a package was downloaded from'],
  [`https://${'registry'}.mirror.example/x`, 'the host of a package registry'],
  [`// ${'TO'}DO later`, 'a mark of unfinished work'],
  [`a\n${'<'.repeat(7)} ours`, 'a conflict left in the text'],
  [`// @${'ts-ignore'}`, 'a silenced type error'],
])('%s is refused', (text, why) => {
  expect(wordsIn('a.ts', text, words)).toEqual([expect.stringContaining(why)]);
});

test('the line is named', () => {
  expect(wordsIn('a.ts', 'one\ntwo /home/avery', words)).toEqual(['a.ts:2: "/home/avery" is a folder of this machine']);
});

test('ordinary words pass, and a one-level folder is no trace of a machine', () => {
  expect(wordsIn('a.md', 'PATH=/root/x, /srv/clones/boxline-2, and /home/avery-2 resolved: it', words)).toEqual([]);
});
