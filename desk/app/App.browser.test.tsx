/** The console as a whole, when another person signs in at the same browser. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import { listDealerships } from '#contract/desk/dealership-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { press } from '../../tests/components/pointer.ts';
import { recordOf, rowOf } from '../board/testing.ts';
import { readAgain } from '../lib/read.ts';
import { refreshSessionState } from '../lib/session.ts';
import { App } from './App.tsx';

const sessionNamed = (id: string, name: string) => ({
  ...sessionOf('admin'),
  person: { id, name, email: `${id}@boxline.example` },
  sessionId: `session of ${id}`,
});

test('R336 somebody else signs in in another tab: what the first one typed and had open is shown to nobody', async () => {
  let session = sessionNamed('dana', 'Dana Whitcomb');
  const shown = mountDesk(<App />, {
    // The console's own router is inside the one of the test.
    at: '/desk/dealerships',
    answers: {
      [`GET ${viewDeskSession.path}`]: () => ({ json: session }),
      [`GET ${listDealerships.path}`]: { json: { rows: [], cursor: null, serverNow: new Date().toISOString() } },
    },
  });
  const add = page.getByRole('button', { name: 'Add', exact: true }).first();
  const name = page.getByRole('dialog').getByLabelText('Name');
  await add.click();
  await name.fill('Typed by Dana');
  session = sessionNamed('lee', 'Lee Ortega');
  await refreshSessionState();
  await expect.element(page.getByText('Lee Ortega').first()).toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await add.click();
  await expect.element(name).toHaveValue('');
  shown.leave();
});

test('R362 what somebody searched for leaves the address when somebody else signs in, and stays for themselves', async () => {
  let session = sessionNamed('dana', 'Dana Whitcomb');
  const shown = mountDesk(<App />, {
    at: '/desk/dealerships?search=Pinecrest',
    answers: {
      [`GET ${viewDeskSession.path}`]: () => ({ json: session }),
      [`GET ${listDealerships.path}`]: { json: { rows: [], cursor: null, serverNow: new Date().toISOString() } },
    },
  });
  const search = page.getByRole('searchbox', { name: /Search dealerships/ });
  await expect.element(search).toHaveValue('Pinecrest');
  await refreshSessionState();
  await expect.element(search).toHaveValue('Pinecrest');
  session = sessionNamed('lee', 'Lee Ortega');
  await refreshSessionState();
  await expect.element(search).toHaveValue('');
  expect(location.href).not.toContain('Pinecrest');
  shown.leave();
});

for (const by of ['mouse', 'finger'] as const) {
  test(`R490 a request that somebody accepts while it is pressed with a ${by} is opened, and not the one in its place`, async () => {
    const [pressed, other] = [rowOf({ id: 'pressed' }), rowOf({ id: 'other', reference: 'BX-2222-2222' })];
    const none = { finished: [], people: [], serverNow: new Date().toISOString() };
    let board = { ...none, waiting: [pressed, other], running: [] as (typeof pressed)[] };
    const shown = mountDesk(<App />, {
      at: '/desk/',
      answers: {
        [`GET ${viewDeskSession.path}`]: { json: sessionNamed('dana', 'Dana Whitcomb') },
        [`GET ${viewBoard.path}`]: () => ({ json: board }),
      },
    });
    await refreshSessionState();
    const row = () => document.querySelector('[data-row=pressed]') as HTMLElement;
    await expect.poll(row).not.toBeNull();
    const held = await press(row(), by);
    const accepted = { ...pressed, stage: 'accepted', state: 'accepted', acceptedAt: pressed.askedAt } as const;
    board = { ...none, waiting: [other], running: [{ ...accepted, acceptedById: 'lee', acceptedBy: 'Lee Ortega' }] };
    readAgain({ topics: [{ topic: 'board', id: 'pressed' }] });
    await expect.poll(() => row().closest('section')?.dataset['group']).toBe('running');
    await held.release();
    await expect.poll(() => location.pathname).toBe('/desk/requests/pressed');
    shown.leave();
  });
}

test('R1106 in the console too, whoever leaves a request by Esc is at its row, and another screen begins at its start', async () => {
  await page.viewport(1440, 900);
  // As in a browser: the console's router is inside no other one, because a row of a list goes to its whole address.
  const app = (
    <Router hook={useBrowserLocation}>
      <App />
    </Router>
  );
  const shown = mountDesk(app, {
    framed: true,
    answers: {
      [`GET ${viewDeskSession.path}`]: { json: sessionNamed('dana', 'Dana Whitcomb') },
      [`GET ${viewBoard.path}`]: {
        json: { waiting: [rowOf()], running: [], finished: [], people: [], serverNow: new Date().toISOString() },
      },
      'GET /api/desk/requests/r-1': { json: recordOf() },
      [`GET ${listDealerships.path}`]: { json: { rows: [], cursor: null, serverNow: new Date().toISOString() } },
    },
  });
  await refreshSessionState();
  const row = page.getByRole('link', { name: /Sample Motors/ });
  await row.click();
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  await page.getByRole('link', { name: 'Dealerships' }).first().click();
  await expect.poll(() => document.activeElement?.id).toBe('main');
  shown.leave();
});
