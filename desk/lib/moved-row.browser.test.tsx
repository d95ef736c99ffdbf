/** A press on a row or a button that moves before the pointer is released. */
import { expect, test, vi } from 'vitest';
import { deskPath } from '#contract/desk/session.ts';
import { mount } from '../../tests/components/mount.ts';
import { controlKey, press } from '../../tests/components/pointer.ts';
import { RowLink } from '../ui/RowLink.tsx';
import { useRowPresses } from './use-row-presses.ts';

type Groups = Readonly<Record<string, readonly string[]>>;

const before: Groups = { waiting: ['first', 'second'], taken: ['third'] };
const changes: Readonly<Record<string, Groups>> = {
  'moves to another group': { waiting: ['second'], taken: ['first', 'third'] },
  'is pushed down by a new one': { waiting: ['new', 'first', 'second'], taken: ['third'] },
  'goes from the list': { waiting: ['second'], taken: ['third'] },
  stays: before,
};

const marked = vi.fn<(id: string) => void>();

function List({ groups }: { groups: Groups }) {
  useRowPresses();
  return Object.entries(groups).map(([name, rows]) => (
    <ul key={name}>
      {rows.map((id) => (
        <li key={id} style={{ display: 'flex', height: '40px', alignItems: 'stretch' }}>
          <RowLink id={id} path={`/requests/${id}`} selected={false}>
            {id}
          </RowLink>
          <button type="button" onClick={() => marked(id)}>
            Mark {id}
          </button>
        </li>
      ))}
    </ul>
  ));
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
const buttonOf = (id: string) => rowOf(id)?.parentElement?.querySelector('button');
const list = `${deskPath}/requests`;

/**
 * Waits until everything that follows an earlier press has happened: the browser fires its click before that of this next press.
 */
async function pressBeside(): Promise<void> {
  const heard = vi.fn<() => void>();
  addEventListener('click', heard, { once: true });
  const beside = document.createElement('p');
  beside.textContent = 'Beside the list';
  document.querySelector('main')?.append(beside);
  await (await press(beside, 'mouse')).release();
  await expect.poll(() => heard.mock.calls.length).toBe(1);
}

async function start() {
  history.replaceState(null, '', list);
  marked.mockReset();
  const screen = mount(<List groups={before} />);
  await expect.poll(() => rowOf('first')).not.toBeNull();
  const show = async (groups: Groups) => {
    screen.show(<List groups={groups} />);
    const ids = () => [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset['row']);
    await expect.poll(ids).toEqual(Object.values(groups).flat());
  };
  return { show };
}

for (const by of ['mouse', 'finger'] as const) {
  for (const [change, after] of Object.entries(changes)) {
    test(`R490 a row that ${change} while it is pressed with a ${by} is opened, and no other`, async () => {
      const { show } = await start();
      const pages: string[] = [];
      const push = vi.spyOn(history, 'pushState');
      push.mockImplementation((_state, _unused, url) => void pages.push(String(url)));
      const held = await press(rowOf('first') as HTMLElement, by);
      await show(after);
      await held.release();
      await pressBeside();
      expect(pages).toEqual([`${list}/first`]);
    });
  }
}

test('R490 a finger on a button that is moved away does not press the one that comes in its place', async () => {
  const { show } = await start();
  const held = await press(buttonOf('first') as HTMLElement, 'finger');
  await show({ waiting: ['new', 'first', 'second'], taken: ['third'] });
  await held.release();
  await pressBeside();
  expect(marked.mock.calls).toEqual([]);
  await (await press(buttonOf('first') as HTMLElement, 'finger')).release();
  await expect.poll(() => marked.mock.calls).toEqual([['first']]);
});

test('R490 a row that is pressed with a key that opens it elsewhere is left to the browser', async () => {
  await start();
  const opened: MouseEvent[] = [];
  const stop = (event: MouseEvent) => {
    opened.push(event);
    event.preventDefault();
  };
  addEventListener('click', stop);
  await (await press(rowOf('first') as HTMLElement, 'mouse', { modifiers: controlKey })).release();
  await expect.poll(() => opened.length).toBe(1);
  removeEventListener('click', stop);
  expect([opened[0]?.ctrlKey, location.pathname]).toEqual([true, list]);
});
