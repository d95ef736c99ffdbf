/** The keys of a list whose rows move and disappear while a person walks through it. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { useShortcuts } from './keys.ts';
import { useListKeys } from './use-list-keys.ts';

type Groups = Readonly<Record<string, readonly string[]>>;

const accept = vi.fn<(id: string) => void>();
const leave = vi.fn<() => void>();

function List({ groups, selected }: { groups: Groups; selected?: string }) {
  const ids = Object.values(groups).flat();
  useListKeys({ ids, selected, onLeave: leave, acts: { a: accept } });
  return (
    <>
      {Object.entries(groups).map(([name, rows]) => (
        <ul key={name}>
          {rows.map((id) => (
            <li key={id}>
              <a href="#none" data-row={id}>
                {id}
              </a>
            </li>
          ))}
        </ul>
      ))}
      <p>Beside the list</p>
    </>
  );
}

const focused = () => (document.activeElement as HTMLElement | null)?.dataset['row'];

/** The record of `open` is open beside the list, and the person walks to the first row. */
async function walk() {
  accept.mockReset();
  leave.mockReset();
  const screen = mount(<List groups={{ waiting: ['first', 'open'], taken: [] }} selected="open" />);
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(2);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toBe('first');
  return screen;
}

test('R387 a key for a row that moves to another group at this moment is for that row, which keeps the focus', async () => {
  const screen = await walk();
  screen.show(<List groups={{ waiting: ['open'], taken: ['first'] }} selected="open" />);
  await expect.poll(focused).toBe('first');
  await userEvent.keyboard('a');
  expect(accept.mock.calls).toEqual([['first']]);
});

test('R387 a key for a row that goes at this moment is for no other row', async () => {
  const screen = await walk();
  screen.show(<List groups={{ waiting: ['open'], taken: [] }} selected="open" />);
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(1);
  await userEvent.keyboard('a');
  expect(accept.mock.calls).toEqual([]);
  // After another arrow key, `a` acts again.
  await userEvent.keyboard('{ArrowDown}a');
  expect([focused(), accept.mock.calls]).toEqual(['open', [['open']]]);
});

test('R1033 an arrow with Shift extends a selection and goes to no row', async () => {
  await walk();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(focused()).toBe('first');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('open');
});

test('R387 whoever goes from a row to another place of the page acts on the open record', async () => {
  await walk();
  await userEvent.click(document.querySelector('p') as HTMLElement);
  await userEvent.keyboard('a');
  expect(accept.mock.calls).toEqual([['open']]);
});

test('R387 Esc in a record whose row has gone leaves the focus on the page', async () => {
  const screen = await walk();
  const record = <button type="button">In the record</button>;
  screen.show(
    <>
      <List groups={{ waiting: ['first'], taken: [] }} selected="open" />
      {record}
    </>,
  );
  await userEvent.click(page.getByRole('button', { name: 'In the record' }));
  leave.mockImplementation(() => screen.show(<List groups={{ waiting: ['first'], taken: [] }} />));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('button')).toBeNull();
  expect(document.activeElement?.localName).toBe('main');
});

const board = [{ key: 'b', says: 'Deal board', onPress: vi.fn<() => void>() }];

function Shell() {
  useShortcuts(board);
  return null;
}

test('R387 a key that is held down acts once', async () => {
  mount(<Shell />);
  await userEvent.keyboard('{b>3/}');
  expect(board[0]?.onPress).toHaveBeenCalledOnce();
});
