/** A request is opened over a slow connection, and the person goes on before its record comes. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { searchRequests, viewBoard } from '#contract/desk/board-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import { recordOf, rowOf } from './testing.ts';

const serverNow = new Date().toISOString();
const rows = [
  rowOf({ id: 'r-1', dealershipName: 'Alder Motors' }),
  rowOf({ id: 'r-2', dealershipName: 'Bayside Auto', reference: 'BX-2222-2222' }),
];
const rowLink = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
const heading = page.getByRole('heading', { name: 'Alder Motors' });

/** Opens the board, presses the first row, and answers the read of its record when told to. */
async function openSlowly() {
  await page.viewport(1280, 800);
  const answer = Promise.withResolvers<Answer>();
  const { calls } = mountDesk(<BoardScreen />, {
    answers: {
      [`GET ${viewBoard.path}`]: { json: { waiting: rows, running: [], finished: [], people: [], serverNow } },
      [`GET ${searchRequests.path}`]: { json: { rows: [], cursor: null, tooMany: false, serverNow } },
      'GET /api/desk/requests/r-1': () => answer.promise,
    },
  });
  await page.getByRole('link', { name: /Alder Motors/ }).click();
  await expect.poll(() => calls.some(({ name }) => name === 'GET /api/desk/requests/r-1')).toBe(true);
  return {
    comes: () =>
      answer.resolve({ json: recordOf({ id: 'r-1', dealershipName: 'Alder Motors', can: { accept: true } }) }),
    accepted: () => calls.filter(({ name }) => name.endsWith('/accept')).map(({ name }) => name),
  };
}

test('R875 a record that comes late takes the focus when the person waits for it', async () => {
  const { comes } = await openSlowly();
  comes();
  await expect.element(heading).toHaveFocus();
});

test('R875 a record that comes while somebody types takes neither the focus nor a letter, and none accepts it', async () => {
  const { comes, accepted } = await openSlowly();
  const search = page.getByRole('searchbox', { name: 'Search requests' });
  await search.click();
  await userEvent.keyboard('b');
  comes();
  await expect.element(heading).toBeInTheDocument();
  await userEvent.keyboard('ayside a');
  await expect.element(search).toHaveValue('bayside a');
  expect(accepted()).toEqual([]);
});

test('R875 a record that comes when somebody has walked on to another row leaves the focus there', async () => {
  const { comes, accepted } = await openSlowly();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rowLink('r-2'));
  comes();
  await expect.element(heading).toBeInTheDocument();
  expect(document.activeElement).toBe(rowLink('r-2'));
  await userEvent.keyboard('a');
  await expect.poll(accepted).toEqual(['POST /api/desk/requests/r-2/accept']);
});

test('R934 why a key did not accept a request is not said beside another one', async () => {
  await page.viewport(1280, 800);
  const recordAt = (id: string, dealershipName: string): Answer => ({ json: recordOf({ id, dealershipName }) });
  mountDesk(<BoardScreen />, {
    answers: {
      [`GET ${viewBoard.path}`]: { json: { waiting: rows, running: [], finished: [], people: [], serverNow } },
      'GET /api/desk/requests/r-1': recordAt('r-1', 'Alder Motors'),
      'GET /api/desk/requests/r-2': recordAt('r-2', 'Bayside Auto'),
      'POST /api/desk/requests/r-1/accept': 'cut',
    },
  });
  await page.getByRole('link', { name: /Alder Motors/ }).click();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('a');
  const why = page.getByText('No answer from the server. Nothing is lost: press it again.');
  await expect.element(why).toBeVisible();
  await page.getByRole('link', { name: /Bayside Auto/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Bayside Auto' })).toBeVisible();
  await expect.element(why).not.toBeInTheDocument();
});
