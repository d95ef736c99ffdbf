/**
 * A person presses and leaves the screen before the server has answered. They read the result on the screen where they are by then.
 */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import type { Answer } from '../../tests/components/desk.tsx';
import { alert, goTo, openAt as openScreenAt, refusal } from '../../tests/components/left-screen.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { recordOf, rowOf } from '../board/testing.ts';
import * as leads from '../leads/testing.ts';

const later = '2099-01-01T00:00:00.000Z';
const board = { waiting: [rowOf()], running: [], finished: [], people: [], serverNow: new Date().toISOString() };

/** Opens a screen beside the deal board, where one request waits. */
const openAt = (at: string, answers: Readonly<Record<string, Answer>>, press: string) =>
  openScreenAt(at, { [`GET ${viewBoard.path}`]: { json: board }, ...answers }, press);

async function pressSettled(name: string | RegExp): Promise<void> {
  const button = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
}

// The console's own router is inside the one of the test.
const request = {
  at: '/desk/requests/r-1',
  record: { 'GET /api/desk/requests/r-1': { json: recordOf({ can: { accept: true } }) } },
  press: 'POST /api/desk/requests/r-1/accept',
};

test('R504 a request that could not be accepted says so on the screen that its person has gone to, with the way back', async () => {
  const { answer, leave, sent } = await openAt(request.at, request.record, request.press);
  await pressSettled(/^Accept/);
  await expect.poll(() => sent(request.press).length).toBe(1);
  await goTo('Dealerships');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Sample Motors.*Your role does not allow this\./)).toBeVisible();
  await page.getByRole('link', { name: 'Open Sample Motors' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).toBeVisible();
  await expect.element(alert(/Your role does not allow this/)).not.toBeInTheDocument();
  leave();
});

test('R504 a request that could not be closed says so where its person has gone with Back, out of the open dialog', async () => {
  const mine = { acceptedAt: later, acceptedBy: 'Dana', mine: true, stage: 'accepted' } as const;
  const press = 'POST /api/desk/requests/r-1/done';
  const record = { 'GET /api/desk/requests/r-1': { json: recordOf({ ...mine, can: { done: true } }) } };
  const { answer, leave, sent } = await openAt('/desk/dealerships', record, press);
  await goTo('Deal board');
  navigate('/desk/desk/requests/r-1');
  await pressSettled('Done…');
  const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect.poll(() => sent(press).length).toBe(1);
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Sample Motors.*Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R504 a press that was taken says nothing on another screen', async () => {
  const { answer, leave, sent } = await openAt(request.at, request.record, request.press);
  await pressSettled(/^Accept/);
  await expect.poll(() => sent(request.press).length).toBe(1);
  await goTo('Dealerships');
  answer({ json: recordOf({ acceptedAt: later, acceptedBy: 'Dana', mine: true, stage: 'accepted' }) });
  await expect.element(page.getByRole('heading', { name: 'Dealerships', exact: true }).first()).toBeInTheDocument();
  await drawn();
  await expect.element(page.getByText('Sample Motors')).not.toBeInTheDocument();
  leave();
});

test('R504 a lead that could not be marked says so on the screen that its person has gone to', async () => {
  const lead = leads.recordOf({ id: 'lead-2', name: 'Cedar Valley' });
  const press = 'POST /api/desk/leads/lead-2/contacted';
  const { answer, leave, sent } = await openAt(
    '/desk/leads/lead-2',
    { 'GET /api/desk/leads/lead-2': { json: lead } },
    press,
  );
  await pressSettled('Contacted');
  await expect.poll(() => sent(press).length).toBe(1);
  await goTo('Dealerships');
  answer('cut');
  await expect.element(alert(/Cedar Valley.*No answer/)).toBeVisible();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.element(alert(/Cedar Valley/)).not.toBeInTheDocument();
  leave();
});

test('R504 a request that could not be accepted says so on the earlier one that its person has gone to by its link', async () => {
  const earlier = {
    id: 'r-0',
    kind: 'request',
    reference: 'BX-1111-1111',
    state: 'done',
    createdAt: '2026-11-20T21:04:00.000Z',
    requestType: 'active_deal',
    disposition: null,
    by: 'Lee Ortega',
    minutes: 12,
  } as const;
  const record = recordOf({ can: { accept: true }, earlier: [earlier] });
  const { answer, leave, sent } = await openAt(
    request.at,
    { 'GET /api/desk/requests/r-1': { json: record } },
    request.press,
  );
  await pressSettled(/^Accept/);
  await expect.poll(() => sent(request.press).length).toBe(1);
  // The document stays, and with it what waits for the answer.
  await page.getByRole('link', { name: /Lee Ortega · 12 min/ }).click();
  await expect.poll(() => location.pathname).toBe('/desk/desk/requests/r-0');
  answer(refusal);
  await expect.element(alert(/Sample Motors.*Your role does not allow this\./)).toBeVisible();
  leave();
});
