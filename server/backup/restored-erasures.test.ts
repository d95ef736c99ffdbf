import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
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
