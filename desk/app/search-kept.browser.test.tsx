/** What is searched for and filtered stands in the address, so that a reload, Back and an open record keep it. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { searchRequests, viewBoard } from '#contract/desk/board-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { refreshStanding } from '../lib/session.ts';
import { recordOf, rowOf } from '../queue/testing.ts';
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
  await refreshStanding();
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
