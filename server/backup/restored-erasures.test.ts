import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { chooseErasures } from './restored-erasures.ts';

test.each([
  ['writes a file', false],
  ['finds its file at its place', true],
])('R358 a restore that %s removes what killed restores left there', (_, isThere) => {
  const folder = temporaryFolder();
  const ofBackup = join(temporaryFolder(), 'erasures.jsonl');
  const place = join(folder, 'erasures.jsonl');
  writeFileSync(ofBackup, 'a line\n');
  if (isThere) copyFileSync(ofBackup, place);
  // No process has such a number. A restore that was killed while it wrote its file has left one with a longer name.
  for (const end of ['', '.one', '.one.other']) writeFileSync(`${place}.restoring-999999999${end}`, 'a line\n');
  const alive = `erasures.jsonl.restoring-${process.ppid}.one`;
  writeFileSync(join(folder, alive), 'a line\n');
  const known = chooseErasures(place, [], ofBackup);
  known.prepare();
  known.drop();
  expect(readdirSync(folder).sort()).toEqual([...(isThere ? ['erasures.jsonl'] : []), alive]);
});

test('R1073 a file of erasures that cannot be put at its place stays beside it, with its mark that erasures may be missing', () => {
  const folder = temporaryFolder();
  const ofBackup = join(temporaryFolder(), 'erasures.jsonl');
  const place = join(folder, 'erasures.jsonl');
  writeFileSync(ofBackup, 'a line\n');
  const known = chooseErasures(place, [], ofBackup);
  known.prepare();
  known.keep();
  mkdirSync(place);
  const undone = known.place();
  known.drop();
  const left = readdirSync(folder).find((name) => name.includes('.restoring-')) ?? '';
  expect(undone).toContain(`Copy ${join(folder, left)} there`);
  expect(readFileSync(join(folder, left), 'utf8')).toMatch(/^a line\n\{"lacking":/);
});

test.each([
  ['a file', true],
  ['a place where no file is yet', false],
])('R1074 a restore keeps a symbolic link at its place that leads to %s, and the mode of the file', (_, isThere) => {
  const folder = temporaryFolder();
  const share = temporaryFolder();
  const ofBackup = join(temporaryFolder(), 'erasures.jsonl');
  writeFileSync(ofBackup, 'a line\nanother line\n');
  const shared = join(share, 'shared.jsonl');
  if (isThere) {
    writeFileSync(shared, 'a line\n');
    chmodSync(shared, 0o640);
  }
  const place = join(folder, 'erasures.jsonl');
  symlinkSync(shared, place);
  const known = chooseErasures(place, [ofBackup], ofBackup);
  known.prepare();
  known.keep();
  expect(known.place()).toBe(undefined);
  known.drop();
  expect(lstatSync(place).isSymbolicLink()).toBe(true);
  expect(readFileSync(shared, 'utf8')).toBe('a line\nanother line\n');
  expect(statSync(shared).mode & 0o777).toBe(isThere ? 0o640 : 0o600);
  expect([readdirSync(folder), readdirSync(share)]).toEqual([['erasures.jsonl'], ['shared.jsonl']]);
});
