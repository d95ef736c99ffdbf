/** The choice of the person to whom a request is handed off never changes by itself. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Board } from '#contract/desk/board-schemas.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { queryClient, readAgain } from '../lib/read.ts';
import { BoardScreen } from './BoardScreen.tsx';
import { recordOf, testNow } from './testing.ts';

const mine = recordOf({
  acceptedAt: testNow,
  acceptedBy: 'Dana',
  mine: true,
  stage: 'accepted',
  state: 'accepted',
  can: { handOff: true },
});
const lee = { id: 'lee', name: 'Lee Marsh', presence: 'available', onShift: true } as const;
const kim = { id: 'kim', name: 'Kim Olsen', presence: 'away', onShift: false } as const;
const boardOf = (people: Board['people']): Answer => ({
  json: { waiting: [], running: [], finished: [], people, serverNow: testNow } satisfies Board,
});

const start = (board: () => Answer | Promise<Answer>, record = () => mine) =>
  mountDesk(<BoardScreen />, {
    at: '/requests/r-1',
    role: 'agent',
    answers: {
      'GET /api/desk/board': board,
      'GET /api/desk/requests/r-1': () => ({ json: record() }),
      'POST /api/desk/requests/r-1/hand-off': { json: mine },
    },
  });

const dialog = page.getByRole('dialog', { name: 'Hand off Sample Motors' });
const to = dialog.getByLabelText('To', { exact: true });

async function open(): Promise<void> {
  const button = page.getByRole('button', { name: 'Hand off…' });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
  await expect.element(dialog).toBeVisible();
}

test('R703 whom a request is to be handed to is chosen again after a reload, also when the people are read after the request', async () => {
  const first = start(() => boardOf([kim, lee]));
  await open();
  await to.selectOptions('lee');
  await dialog.getByLabelText(/Open stipulations/).fill('Proof of income');
  first.leave();
  queryClient.clear();
  const people = Promise.withResolvers<Answer>();
  const { sent } = start(() => people.promise);
  await open();
  await expect.element(dialog.getByLabelText(/Open stipulations/)).toHaveValue('Proof of income');
  people.resolve(boardOf([kim, lee]));
  await expect.element(to).toHaveValue('lee');
  await dialog.getByRole('button', { name: 'Hand off' }).click();
  await expect.poll(() => sent('POST /api/desk/requests/r-1/hand-off')).toMatchObject([{ to: 'lee' }]);
});

test('R703 a request is not handed to everybody because the one who was chosen takes none any more', async () => {
  let people: Board['people'] = [kim, lee];
  const { sent } = start(() => boardOf(people));
  await open();
  await to.selectOptions('lee');
  people = [kim];
  readAgain({ topics: [{ topic: 'people', id: null }] });
  await expect.element(to.getByRole('option', { name: 'Lee Marsh (takes no requests any more)' })).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Hand off' }).click();
  await expect.element(dialog.getByText('Lee Marsh takes no requests any more. Choose somebody else.')).toBeVisible();
  expect(sent('POST /api/desk/requests/r-1/hand-off')).toEqual([]);
  await to.selectOptions('kim');
  await dialog.getByRole('button', { name: 'Hand off' }).click();
  await expect.poll(() => sent('POST /api/desk/requests/r-1/hand-off')).toMatchObject([{ to: 'kim' }]);
});

test('R1109 whoever discards a hand-off that was typed before chooses nobody either', async () => {
  const first = start(() => boardOf([kim, lee]));
  await open();
  await to.selectOptions('lee');
  await dialog.getByLabelText(/Open stipulations/).fill('Proof of income');
  first.leave();
  let people: Board['people'] = [kim, lee];
  const { sent } = start(() => boardOf(people));
  await open();
  await expect.element(to).toHaveValue('lee');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  // The form is drawn again.
  people = [kim, lee, { ...kim, id: 'pat', name: 'Pat Vance' }];
  readAgain({ topics: [{ topic: 'people', id: null }] });
  await expect.element(to.getByRole('option', { name: 'Pat Vance', exact: false })).toBeInTheDocument();
  await expect.element(to).toHaveValue('');
  await dialog.getByRole('button', { name: 'Hand off' }).click();
  await expect
    .poll(() => sent('POST /api/desk/requests/r-1/hand-off'))
    .toMatchObject([{ to: null, openStipulations: '' }]);
});

test('R1287 whom a request was to be handed to is among what was not sent once it cannot be handed off any more', async () => {
  let record = mine;
  start(
    () => boardOf([kim, lee]),
    () => record,
  );
  await open();
  await to.selectOptions('lee');
  record = recordOf({ ...mine, version: 2, acceptedBy: 'Sam Ortiz', mine: false, can: {} });
  readAgain({ topics: [{ topic: 'board', id: 'r-1' }] });
  const unsent = page.getByRole('region', { name: 'You typed this and it was not sent' });
  await expect.element(unsent.getByRole('definition')).toHaveTextContent('Lee Marsh');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await unsent.getByRole('button', { name: /^Copy/ }).click();
  expect(write.mock.calls[0]?.[0]).toBe('To: Lee Marsh');
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await expect.element(unsent).not.toBeInTheDocument();
  record = { ...mine, version: 3 };
  readAgain({ topics: [{ topic: 'board', id: 'r-1' }] });
  await open();
  await expect.element(to).toHaveValue('');
});
