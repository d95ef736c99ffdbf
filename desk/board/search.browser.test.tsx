/** What a search of the deal board finds: the requests on the board, by all that the server knows of them, and the earlier ones. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { searchRequests, viewBoard } from '#contract/desk/board-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import { rowOf } from './testing.ts';

const serverNow = new Date().toISOString();
const waiting = rowOf({ dealershipName: 'José’s Motors' });
const foundOf = (...rows: ReturnType<typeof rowOf>[]): Answer => ({ json: { rows, cursor: null, tooMany: false } });

function openBoard(found: (search: string) => Answer | Promise<Answer>) {
  return mountDesk(<BoardScreen />, {
    at: '/',
    answers: {
      [`GET ${viewBoard.path}`]: { json: { waiting: [waiting], running: [], finished: [], people: [], serverNow } },
      [`GET ${searchRequests.path}`]: ({ query }) => found(query.get('search') ?? ''),
    },
  });
}

const search = page.getByRole('searchbox');
const row = page.getByRole('region', { name: /^Waiting/ }).getByRole('link', { name: /José’s Motors/ });
const nothing = page.getByText('Nothing on the board matches.');

test('R1298 a request on the board that a search finds by what was written about it stays on the board', async () => {
  openBoard(() => foundOf(waiting, rowOf({ id: 'old', dealershipName: 'Sample Trucks', endedAt: serverNow })));
  await search.fill('(207) 555-0134');
  await expect.element(page.getByRole('link', { name: /Sample Trucks/ })).toBeVisible();
  await expect.element(row).toBeVisible();
  expect(nothing.query()).toBeNull();
  expect(page.getByRole('link', { name: /José’s Motors/ }).elements()).toHaveLength(1);
});

test('R1298 a request on the board is found by its name without accents before the server answers', async () => {
  openBoard(() => Promise.withResolvers<Answer>().promise);
  await search.fill('JOSE’S');
  await expect.element(row).toBeVisible();
  await search.fill('joses');
  await expect.element(row).not.toBeInTheDocument();
});

test('R1298 that nothing on the board matches is said when the server has answered', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const { calls } = openBoard(() => promise);
  await search.fill('zebra');
  await expect.element(row).not.toBeInTheDocument();
  await expect.poll(() => calls.some(({ name }) => name === `GET ${searchRequests.path}`)).toBe(true);
  expect(nothing.query()).toBeNull();
  resolve(foundOf());
  await expect.element(nothing).toBeVisible();
});

test('R1298 that nothing on the board matches is not said when the server could not search, or found more than it says', async () => {
  openBoard((typed) => (typed === 'zebra' ? { status: 500 } : { json: { rows: [], cursor: 'more', tooMany: false } }));
  await search.fill('zebra');
  await expect.element(page.getByText('Could not load earlier requests')).toBeVisible();
  expect(nothing.query()).toBeNull();
  await search.fill('trucks');
  await expect.element(page.getByText(/^There are more/)).toBeVisible();
  expect(nothing.query()).toBeNull();
});

test('R1298 what the server found for one search is not on the board for another', async () => {
  openBoard((typed) => (typed.startsWith('phone') ? foundOf(waiting) : Promise.withResolvers<Answer>().promise));
  await search.fill('phone');
  await expect.element(row).toBeVisible();
  await search.fill('zebra');
  await expect.element(row).not.toBeInTheDocument();
  await search.fill('phones');
  await expect.element(row).toBeVisible();
});

test('R1298 what was found stays on the board while the person types on and the server has not answered yet', async () => {
  openBoard((typed) => (typed === 'lender' ? foundOf(waiting) : Promise.withResolvers<Answer>().promise));
  await search.fill('lender');
  await expect.element(row).toBeVisible();
  await search.fill('lender two');
  await expect.element(page.getByRole('searchbox')).toHaveValue('lender two');
  await expect.element(row).toBeVisible();
});
