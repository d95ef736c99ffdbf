/** A list of which somebody has read a hundred pages, while something of it changes all the time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountDesk } from '../../tests/components/desk.tsx';
import { keyOf, queryClient, readAgain } from './read.ts';
import { useReadPages, useRows } from './read-pages.ts';
import { listRows, type RowsPage } from './testing.ts';

const pages = 100;
const pageAt = (at: number, said: string): RowsPage => ({
  rows: [{ id: String(at), said }],
  nextCursor: at + 1 < pages ? String(at + 1) : null,
});

function List() {
  const read = useReadPages(
    listRows,
    { query: {} },
    {
      topics: ['messages'],
    },
  );
  const { rows } = useRows(read, 'rows', 'id');
  return <p>{`${rows.length} rows, ${new Set(rows.map(({ said }) => said)).values().next().value}`}</p>;
}

const shown = () => document.querySelector('p')?.textContent;

test('R752 a list of a hundred pages is read again some times in a minute of changes, and shows the last one soon', async () => {
  let said = 'early';
  const { calls } = mountDesk(<List />, {
    answers: { [`GET ${listRows.path}`]: ({ query }) => ({ json: pageAt(Number(query.get('cursor') ?? 0), said) }) },
  });
  await expect.poll(shown).toBe('1 rows, early');
  queryClient.setQueryData([...keyOf(listRows, { query: {} }), 'pages'], {
    pages: Array.from({ length: pages }, (_, at) => pageAt(at, 'early')),
    pageParams: Array.from({ length: pages }, (_, at) => (at === 0 ? undefined : String(at))),
  });
  await expect.poll(shown).toBe('100 rows, early');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  /** Lets a second pass, with what the browser does in it. */
  const passSecond = async () => {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await vi.advanceTimersByTimeAsync(100);
      for (let turn = 0; turn < 30; turn += 1) {
        await new Promise((resolve) => {
          const channel = new MessageChannel();
          channel.port1.onmessage = resolve;
          channel.port2.postMessage(null);
        });
        await vi.advanceTimersByTimeAsync(0);
      }
    }
  };
  const before = calls.length;
  for (let second = 0; second < 60; second += 1) {
    readAgain({ topics: [{ topic: 'messages', id: null }] });
    await passSecond();
  }
  const reads = (calls.length - before) / pages;
  expect(reads).toBeGreaterThan(3);
  expect(reads).toBeLessThan(9);
  said = 'late';
  readAgain({ topics: [{ topic: 'messages', id: null }] });
  for (let second = 0; second < 12; second += 1) await passSecond();
  await expect.poll(shown).toBe('100 rows, late');
});
