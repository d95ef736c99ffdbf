/** A long list on a slow device: how its rows come to the screen while the page is busy. */
import { memo } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { createStore, useStore } from '#client/lib/store.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { useReadPages, useRows } from './read-pages.ts';
import { listRows, type RowsPage } from './testing.ts';

const pageRows = 50;
const pages = 4;
/** The time that a row takes to draw, in milliseconds. */
const drawMs = 3;
/** How often the screen is drawn again for another reason. A page of rows takes much longer than this. */
const otherEveryMs = 25;

const pageAt = (at: number): RowsPage => ({
  rows: Array.from({ length: pageRows }, (_, n) => ({ id: `${at}-${n}`, said: '' })),
  nextCursor: at + 1 < pages ? String(at + 1) : null,
});

function spendTime(): void {
  const beganMs = performance.now();
  while (performance.now() - beganMs < drawMs);
}

const SlowRow = memo(function SlowRow({ id }: { id: string }) {
  spendTime();
  return <li>{id}</li>;
});

/** What else the screen shows: a clock, or the state of a read. React draws a change of it before everything that can wait. */
const other = createStore(0);

function List() {
  useStore(other);
  const read = useReadPages(
    listRows,
    { query: {} },
    {
      topics: ['messages'],
    },
  );
  const { rows, areAll } = useRows(read, 'rows', 'id');
  return (
    <>
      <ul style={{ blockSize: '100px', overflow: 'hidden' }}>
        {rows.map(({ id }) => (
          <SlowRow key={id} id={id} />
        ))}
      </ul>
      <ShowMore pages={read} areAllDrawn={areAll} />
    </>
  );
}

const shown = () => document.querySelectorAll('li').length;

/** Mounts the list, and keeps for each page that is asked for how many rows are shown at that moment. */
function mountList(): number[] {
  const shownAtCall: number[] = [];
  mountDesk(<List />, {
    answers: {
      [`GET ${listRows.path}`]: ({ query }) => {
        shownAtCall.push(shown());
        return { json: pageAt(Number(query.get('cursor') ?? 0)) };
      },
    },
  });
  return shownAtCall;
}

test('R726 the next page of a list is asked for when the rows of the page before it are on the screen', async () => {
  const shownAtCall = mountList();
  await expect.poll(shown, { timeout: 10_000 }).toBe(pages * pageRows);
  expect(shownAtCall).toEqual([0, pageRows, 2 * pageRows, 3 * pageRows]);
});

test('R726 the rows of a page come to the screen however often the screen is drawn again for other reasons', async () => {
  const timer = setInterval(() => other.set(other.get() + 1), otherEveryMs);
  onTestFinished(() => clearInterval(timer));
  const shownAtCall = mountList();
  await expect.poll(shown, { timeout: 10_000 }).toBe(pages * pageRows);
  expect(shownAtCall).toEqual([0, pageRows, 2 * pageRows, 3 * pageRows]);
});
