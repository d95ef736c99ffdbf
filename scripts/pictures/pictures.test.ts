import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawings } from './drawings.ts';
import { icoOf } from './ico.ts';
import { committedRecord, currentRecord, publicFolder } from './record.ts';

describe('the pictures in site/public', () => {
  it('are drawn from what the site says now; npm run pictures draws them again', () => {
    expect(currentRecord()).toEqual(committedRecord());
  });

  it.each(drawings().filter(({ file }) => file.endsWith('.png')))('$file has its size', ({ file, width, height }) => {
    const png = readFileSync(join(publicFolder, file));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  });

  it('the sharing picture is small enough for every network that fetches it', () => {
    expect(statSync(join(publicFolder, 'og.png')).size).toBeLessThan(60_000);
  });

  it('a favicon container names the size, the length and the place of its picture', () => {
    const ico = icoOf(Buffer.from('png'), 32);
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6), ico.readUInt32LE(14)]).toEqual([1, 1, 32, 3]);
    expect(ico.subarray(ico.readUInt32LE(18)).toString()).toBe('png');
  });
});
