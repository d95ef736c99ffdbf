/** What is searched for and filtered stands in the address, so that a reload, Back and an open record keep it. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { searchRequests, viewBoard } from '#contract/desk/board-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { recordOf, rowOf } from '../board/testing.ts';
import { refreshSessionState } from '../lib/session.ts';
import { App } from './App.tsx';

const serverNow = new Date().toISOString();
const board = { waiting: [rowOf()], running: [], finished: [], people: [], serverNow };

/** Opens the console; its own router is inside the one of the test. */
async function openAt(at: string) {
  // On a phone an open record takes the place of the list.
  await page.viewport(1280, 800);
  const shown = mountDesk(<App />, {
    at,
    answers: {
      [`GET ${viewDeskSession.path}`]: { json: sessionOf('admin') },
      [`GET ${viewBoard.path}`]: { json: board },
      [`GET ${searchRequests.path}`]: { json: { rows: [], cursor: null, tooMany: false, serverNow } },
      [`GET ${listPeople.path}`]: { json: { people: [], mayInvite: [], serverNow } },
      [`GET ${listAudit.path}`]: { json: { entries: [], nextCursor: null } },
      'GET /api/desk/requests/r-1': { json: recordOf() },
    },
  });
  await refreshSessionState();
  return shown;
}

/** The address of now inside the router of the test, as a reload opens it. */
const here = () => location.pathname.replace('/desk', '') + location.search;

test('R847 what is searched for on the deal board stays while a request is open, and over a reload', async () => {
  const search = page.getByRole('searchbox', { name: 'Search requests' });
  const first = await openAt('/desk/');
  await search.fill('sample');
  const field = search.element();
  const row = page.getByRole('link', { name: /Sample Motors/ });
  await expect.element(row).toHaveAttribute('href', '/desk/requests/r-1?search=sample');
  navigate('/desk/desk/requests/r-1?search=sample');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).toBeInTheDocument();
  await expect.element(search).toHaveValue('sample');
  expect(search.element()).toBe(field);
  first.leave();
  await openAt(here());
  await expect.element(search).toHaveValue('sample');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).toBeInTheDocument();
});

test('R847 what is searched for among the people stays over a reload', async () => {
  const search = page.getByRole('searchbox', { name: 'Search people' });
  const first = await openAt('/desk/people');
  await search.fill('dana');
  first.leave();
  await openAt(here());
  await expect.element(search).toHaveValue('dana');
});

test('R847 what the audit log is filtered by stays over a reload', async () => {
  const about = page.getByRole('combobox', { name: 'About' });
  const first = await openAt('/desk/audit');
  await about.selectOptions('lead');
  first.leave();
  await openAt(here());
  await expect.element(about).toHaveValue('lead');
});

/** Does something and returns how many entries it added to the history. */
async function added(work: () => Promise<void>): Promise<number> {
  const push = vi.spyOn(history, 'pushState');
  await work();
  return push.mock.calls.length;
}

test('R1095 a list that is walked through by the arrow keys adds one entry to the history', async () => {
  const about = page.getByRole('combobox', { name: 'About' });
  await openAt('/desk/audit');
  await expect.element(about).toBeVisible();
  const walked = await added(async () => {
    (about.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.poll(() => (about.element() as HTMLSelectElement).selectedIndex).toBe(3);
  });
  expect(walked).toBe(1);
  history.back();
  await expect.element(about).toHaveValue('');
});

test('R1095 one Back leaves a search of two words, and a blank adds no entry', async () => {
  const search = page.getByRole('searchbox', { name: 'Search people' });
  await openAt('/desk/people');
  await expect.element(search).toBeVisible();
  expect(
    await added(async () => {
      await search.click();
      await userEvent.keyboard('dana whit');
      await expect.poll(() => location.search).toBe('?search=dana+whit');
    }),
  ).toBe(1);
  history.back();
  await expect.element(search).toHaveValue('');
});
