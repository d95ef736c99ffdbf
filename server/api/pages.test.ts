import { expect, test } from 'vitest';
import type { Slice } from '#server/paging.ts';
import { comparePositions } from '#server/paging.ts';
import { pageOf } from './pages.ts';

const start = Date.parse('2026-11-25T12:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

/** A list with rows that become visible later than their times. */
function listOf(rows: { id: string; updatedAt: string }[]) {
  return async ({ after, limit }: Slice) =>
    rows
      .filter(({ id, updatedAt }) => !after || comparePositions({ at: updatedAt, id }, after) > 0)
      .toSorted((one, other) =>
        comparePositions({ at: one.updatedAt, id: one.id }, { at: other.updatedAt, id: other.id }),
      )
      .slice(0, limit);
}

const row = (id: string, seconds: number) => ({ id, updatedAt: at(seconds).toISOString() });

test('R189 a record that becomes visible behind a page is given, however late the next page is asked for', async () => {
  const rows = [row('a', -300), row('b', -1), row('c', -0.5)];
  const read = (cursor: string | undefined, seconds: number) =>
    pageOf('leads', { cursor, limit: '2' }, at(seconds), listOf(rows));
  const first = await read(undefined, 0);
  expect([first?.data.map(({ id }) => id), first?.hasMore]).toEqual([['a', 'b'], true]);
  rows.push(row('late', -2));
  const ids: string[] = [];
  let cursor = first?.nextCursor;
  for (let page = 0; page < 4; page++) {
    const next = await read(cursor, 120 + page);
    ids.push(...(next?.data ?? []).map(({ id }) => id));
    cursor = next?.nextCursor;
  }
  expect(ids).toContain('late');
  // Every row has been given, and the end is reached.
  expect(await read(cursor, 200)).toMatchObject({ data: [], hasMore: false });
});

test('R189 a cursor that nobody gave is none', async () => {
  for (const cursor of ['leads_2026-11-25T12:00:00.000Z_a~', 'leads_2026-11-25T12:00:00.000Z_a~yesterday', '~'])
    expect(await pageOf('leads', { cursor }, at(0), listOf([]))).toBeUndefined();
});
