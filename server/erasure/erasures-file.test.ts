import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import {
  appendErasure,
  ErasuresFileError,
  makeErasures,
  type NewErasureLine,
  nextLine,
  readErasures,
} from './erasures-file.ts';

const keyed = createKeyedHash('k'.repeat(32));
const at = new Date('2026-11-22T14:00:00.000Z');

const erasure = (id: string): NewErasureLine => ({
  id,
  at: at.toISOString(),
  by: null,
  reason: 'asked',
  items: [['lead', `lead-of-${id}`]],
});

function newFile(): string {
  const path = join(temporaryFolder(), 'shared', 'erasures.jsonl');
  makeErasures(path, at);
  return path;
}

async function add(path: string, id: string): Promise<void> {
  const read = await readErasures(path, keyed);
  await appendErasure(path, read, [nextLine(keyed, read, erasure(id))]);
}

const idsIn = async (path: string) => (await readErasures(path, keyed)).lines.map(({ id }) => id);

describe('R171 the file of erasures', () => {
  test('has a line for each erasure, in order, for its owner alone', async () => {
    const path = newFile();
    for (const id of ['a', 'b', 'c']) await add(path, id);
    expect(await idsIn(path)).toEqual(['a', 'b', 'c']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await readErasures(path, keyed)).head.seq).toBe(3);
  });

  test('survives a last line that was torn, whatever was left of it, and goes on after it', async () => {
    const whole = newFile();
    for (const id of ['a', 'b']) await add(whole, id);
    const bytes = readFileSync(whole);
    const first = bytes.indexOf(0x0a, bytes.indexOf(0x0a) + 1) + 1;
    for (let cut = first; cut < bytes.length - 1; cut += 1) {
      const path = join(temporaryFolder(), 'torn');
      writeFileSync(path, bytes.subarray(0, cut));
      expect(await idsIn(path)).toEqual(['a']);
      if (cut % 20 !== 0) continue;
      await add(path, 'c');
      expect(await idsIn(path)).toEqual(['a', 'c']);
    }
    // Only the end of the line is missing. The record is complete, so it counts.
    const path = join(temporaryFolder(), 'without-end');
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    await add(path, 'c');
    expect(await idsIn(path)).toEqual(['a', 'b', 'c']);
  });

  test('passes over the line of a process that stood still while others went on', async () => {
    const path = newFile();
    const before = await readErasures(path, keyed);
    const late = nextLine(keyed, before, erasure('late'));
    await add(path, 'a');
    await expect(appendErasure(path, before, [late])).rejects.toThrow('Somebody else wrote');
    expect(await idsIn(path)).toEqual(['a']);
    await add(path, 'b');
    expect(await idsIn(path)).toEqual(['a', 'b']);
  });

  test('is refused when a line was changed, taken out, added or written with another key', async () => {
    const path = newFile();
    for (const id of ['a', 'b', 'c']) await add(path, id);
    const text = readFileSync(path, 'utf8');
    const lines = text.trimEnd().split('\n');
    const refused = {
      changed: text.replace('lead-of-b', 'lead-of-x'),
      'taken out': `${lines.toSpliced(2, 1).join('\n')}\n`,
      added: `${lines.toSpliced(2, 0, lines[1]?.replace('lead-of-a', 'lead-of-y') ?? '').join('\n')}\n`,
      'no file of erasures': 'a,b,c\n',
      empty: '',
    };
    for (const [what, content] of Object.entries(refused)) {
      writeFileSync(path, content);
      await expect(readErasures(path, keyed), what).rejects.toThrow(ErasuresFileError);
    }
    writeFileSync(path, text);
    await expect(readErasures(path, createKeyedHash('o'.repeat(32)))).rejects.toThrow(/another key/);
    expect(await idsIn(path)).toEqual(['a', 'b', 'c']);
    appendFileSync(path, '{"not": "whole');
    expect(await idsIn(path)).toEqual(['a', 'b', 'c']);
    rmSync(path);
    await expect(readErasures(path, keyed)).rejects.toThrow('is not there');
  });

  test('is not made by an append: a path that went away is an error', async () => {
    const path = newFile();
    const read = await readErasures(path, keyed);
    rmSync(path);
    await expect(appendErasure(path, read, [nextLine(keyed, read, erasure('a'))])).rejects.toThrow('ENOENT');
  });
});
