import { expect, test } from 'vitest';
import { inSlices } from './slices.ts';

/** Reads from a list of numbers as from a table, and notes how many rows each query asked for. */
function readFrom(length: number) {
  const asked: number[] = [];
  const all = Array.from({ length }, (_, n) => n);
  const read = async (rows: number, last: number | undefined) => {
    asked.push(rows);
    const from = last === undefined ? 0 : last + 1;
    return all.slice(from, from + rows);
  };
  return { all, asked, read };
}

test.each([
  [450, Number.POSITIVE_INFINITY, [200, 200, 200]],
  [400, Number.POSITIVE_INFINITY, [200, 200, 200]],
  [450, 250, [200, 50]],
  [3, 5, [5]],
  [5, 5, [5]],
  [5, 0, []],
])('of %i rows at most %d are read, in slices of %j', async (length, limit, slices) => {
  const { all, asked, read } = readFrom(length);
  expect(await Array.fromAsync(inSlices(limit, read))).toEqual(all.slice(0, limit));
  expect(asked).toEqual(slices);
});
