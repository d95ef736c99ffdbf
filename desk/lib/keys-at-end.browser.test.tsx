/** Somebody walks to the end of a list whose next page could not be read. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { mount } from '../../tests/components/mount.ts';
import { ShowMore } from '../ui/ShowMore.tsx';
import { retryPage, useReadPages, useRows } from './read-pages.ts';
import { listRows } from './testing.ts';
import { useListKeys } from './use-list-keys.ts';

function List() {
  const read = useReadPages(
    listRows,
    { query: {} },
    {
      topics: ['messages'],
    },
  );
  const { rows, areAll } = useRows(read, 'rows', 'id');
  useListKeys({
    ids: rows.map(({ id }) => id),
    selected: undefined,
    onLeave: () => undefined,
    onEnd: () => retryPage(read),
  });
  return (
    <>
      {rows.map(({ id }) => (
        <p key={id}>
          <a href="#none" data-row={id}>
            {id}
          </a>
        </p>
      ))}
      <ShowMore pages={read} areAllDrawn={areAll} />
    </>
  );
}

const focused = () => (document.activeElement as HTMLElement | null)?.dataset['row'];

test('R727 after a page that failed, the key for the next row on the last one reads it', async () => {
  let isBroken = true;
  const { calls } = mountDesk(<List />, {
    answers: {
      [`GET ${listRows.path}`]: ({ query }) => {
        if (query.get('cursor') === null)
          return {
            json: {
              rows: [
                { id: 'a', said: '' },
                { id: 'b', said: '' },
              ],
              nextCursor: 'b',
            },
          };
        return isBroken
          ? { status: 503, text: 'We cannot take it at this moment.' }
          : { json: { rows: [{ id: 'c', said: '' }], nextCursor: null } };
      },
    },
  });
  const failed = async (callsBefore: number) => {
    await expect.poll(() => calls.length).toBe(callsBefore);
    await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  };
  await failed(2);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('b');
  await userEvent.keyboard('{ArrowDown}');
  await failed(3);
  isBroken = false;
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(3);
  expect(calls.length).toBe(4);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('c');
});

function OneRow({ onEnd }: { onEnd: () => void }) {
  useListKeys({ ids: ['a'], selected: undefined, onLeave: () => undefined, onEnd });
  return (
    <a href="#none" data-row="a">
      a
    </a>
  );
}

test('R727 a key that is held down on the last row asks for the next page once', async () => {
  const onEnd = vi.fn<() => void>();
  mount(<OneRow onEnd={onEnd} />);
  await expect.element(page.getByRole('link')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  expect([focused(), onEnd.mock.calls.length]).toEqual(['a', 0]);
  await userEvent.keyboard('{ArrowDown>5/}');
  expect(onEnd).toHaveBeenCalledOnce();
});
