/** The rows of a list whose pages are read at different moments. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { readAgain } from './read.ts';
import { useReadPages, useRows } from './read-pages.ts';
import { listRows } from './testing.ts';

function List() {
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
      <ul>
        {rows.map(({ id, said }) => (
          <li key={id}>{`${id} ${said}`}</li>
        ))}
      </ul>
      <div style={{ height: '3000px' }} />
      <ShowMore pages={read} areAllDrawn={areAll} />
    </>
  );
}

const shown = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

test('R337 a row that moved behind the end of a page is shown once, as it was read last and where it stands now', async () => {
  const complaints = vi.spyOn(console, 'error');
  mountDesk(<List />, {
    answers: {
      [`GET ${listRows.path}`]: ({ query }) => {
        const [rows, nextCursor] =
          query.get('cursor') === null
            ? [
                [
                  { id: 'a', said: 'early' },
                  { id: 'b', said: 'early' },
                ],
                'b',
              ]
            : [
                [
                  { id: 'c', said: 'late' },
                  { id: 'a', said: 'late' },
                ],
                null,
              ];
        return { json: { rows, nextCursor } };
      },
    },
  });
  await expect.poll(shown).toEqual(['a early', 'b early']);
  page.getByRole('button', { name: 'Show more' }).element().scrollIntoView();
  await expect.poll(shown).toEqual(['b early', 'c late', 'a late']);
  expect(complaints.mock.calls.filter(([said]) => String(said).includes('same key'))).toEqual([]);
});

test('R338 somebody who wants more of a list while its change is being read gets the change too', async () => {
  scrollTo(0, 0);
  let said = 'early';
  const slow = Promise.withResolvers<void>();
  const { calls } = mountDesk(<List />, {
    answers: {
      [`GET ${listRows.path}`]: async ({ query }) => {
        if (query.get('cursor') !== null) return { json: { rows: [{ id: 'b', said }], nextCursor: null } };
        const answer = { json: { rows: [{ id: 'a', said }], nextCursor: 'a' } };
        if (said === 'late') await slow.promise;
        return answer;
      },
    },
  });
  await expect.poll(shown).toEqual(['a early']);
  said = 'late';
  readAgain({ topics: [{ topic: 'messages', id: null }] });
  await expect.poll(() => calls.length).toBe(2);
  await page.getByRole('button', { name: 'Show more' }).click();
  slow.resolve();
  await expect.poll(shown).toEqual(['a late', 'b late']);
});
