/** A press that keeps its own message beside its button, and whose part of the screen goes before the server has answered. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { listSessions, viewFactors } from '#contract/desk/account-endpoints.ts';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { viewSchedule } from '#contract/desk/schedule-endpoints.ts';
import { signOut } from '#contract/desk/session-endpoints.ts';
import { viewSettings } from '#contract/desk/setting-endpoints.ts';
import { alert, button, closeDialog, goTo, openAt, refusal } from '../../tests/components/left-screen.tsx';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { recordOf, rowOf } from '../board/testing.ts';
import { personOf, weekOf } from '../schedule/testing.ts';
import { settingsOf } from '../settings/testing.ts';

const press = 'POST /api/desk/schedule/people/dana/week';
const dayOff = { date: '2026-11-20', periods: [], note: 'Dentist', version: 1 };
const schedule = {
  [`GET ${viewSchedule.path}`]: {
    json: weekOf('2026-11-16', '2026-11-18', { people: [personOf({ exceptions: [dayOff] })] }),
  },
};

/** Opens the hours of the one person in the schedule. */
async function openHours(to: string) {
  const screen = await openAt('/desk/schedule', schedule, to);
  await button('Dana Whitcomb').first().click();
  return screen;
}

test('R823 weekly hours that could not be saved say so where their person has gone with Back, out of the open dialog', async () => {
  const { answer, leave, isSent } = await openAt('/desk/leads', schedule, press);
  // The console's own router is inside the one of the test.
  navigate('/desk/desk/schedule');
  await button('Dana Whitcomb').first().click();
  await button('Save the week').click();
  await isSent();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Dana Whitcomb: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 weekly hours that could not be taken away say so although their dialog was closed meanwhile', async () => {
  const { answer, leave, isSent } = await openHours(press);
  await button('No weekly hours').click();
  await button('Remove them').click();
  await isSent();
  await closeDialog();
  answer(refusal);
  await expect.element(alert(/Dana Whitcomb: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R933 weekly hours that somebody changed first are said not to be taken away although their dialog was closed meanwhile', async () => {
  const { answer, leave, isSent } = await openHours(press);
  await button('No weekly hours').click();
  await button('Remove them').click();
  await isSent();
  await closeDialog();
  answer({ status: 409, json: personOf({ version: 8 }) });
  await expect
    .element(alert(/Dana Whitcomb: Somebody else saved first, so your change is not saved yet\./))
    .toBeVisible();
  leave();
});

test('R823 the hours of a date that could not be given back say so although their dialog was closed meanwhile', async () => {
  const { answer, leave, isSent } = await openHours('POST /api/desk/schedule/people/dana/days/2026-11-20');
  await button('Change Friday, November 20').click();
  await button('Use the weekly hours').click();
  await isSent();
  await closeDialog();
  answer(refusal);
  await expect.element(alert(/Dana Whitcomb: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 a jacket that could not be saved says so on the screen that its person has gone to', async () => {
  const settings = { [`GET ${viewSettings.path}`]: { json: settingsOf() } };
  const { answer, leave, isSent } = await openAt('/desk/settings', settings, 'POST /api/desk/settings/jacket');
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Title or its application');
  await button('Save the jacket').click();
  await isSent();
  await goTo('Leads');
  await expect.element(button('Save the jacket')).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Settings: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 a device link that could not be made says so although the dialog of its person was closed meanwhile', async () => {
  const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
  const people = { json: { people: [lee], mayInvite: [], serverNow: new Date().toISOString() } };
  const to = 'POST /api/desk/people/lee/device-link';
  const { answer, leave, isSent } = await openAt('/desk/people', { [`GET ${listPeople.path}`]: people }, to);
  await button('Lee Marsh').click();
  await button('Make a link for their new device').click();
  await isSent();
  await closeDialog();
  answer(refusal);
  await expect.element(alert(/Lee Marsh: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 a sign-out that failed says so on the screen that its person has gone to', async () => {
  const account = {
    [`GET ${listSessions.path}`]: { json: { sessions: [] } },
    [`GET ${viewFactors.path}`]: {
      json: { passwordChangedAt: '2026-11-21T21:06:00.000Z', totpAddedAt: null, passkeys: [], recoveryCodesLeft: 10 },
    },
  };
  const { answer, leave, isSent } = await openAt('/desk/account', account, `POST ${signOut.path}`);
  await button('Sign out').click();
  await isSent();
  await goTo('Leads');
  await expect.element(button('Signing out…')).not.toBeInTheDocument();
  answer('cut');
  await expect.element(alert(/Your account: The server did not answer/)).toBeVisible();
  leave();
});

test('R934 a request that a key could not accept says so although another one was opened meanwhile', async () => {
  const rows = ['Alder Motors', 'Bayside Auto'].map((dealershipName, at) => rowOf({ id: `r-${at}`, dealershipName }));
  const board = { waiting: rows, running: [], finished: [], people: [], serverNow: new Date().toISOString() };
  const records = rows.map(({ id, dealershipName }) => recordOf({ id, dealershipName }));
  const answers = {
    [`GET ${viewBoard.path}`]: { json: board },
    ...Object.fromEntries(records.map((json) => [`GET /api/desk/requests/${json.id}`, { json }])),
  };
  const { answer, leave, isSent } = await openAt('/desk', answers, 'POST /api/desk/requests/r-0/accept');
  // The console's own router is inside the one of the test.
  navigate('/desk/desk/requests/r-0');
  await expect.element(page.getByRole('heading', { name: 'Alder Motors' })).toHaveFocus();
  await userEvent.keyboard('a');
  await isSent();
  navigate('/desk/desk/requests/r-1');
  await expect.element(page.getByRole('heading', { name: 'Bayside Auto' })).toBeVisible();
  answer(refusal);
  await expect.element(alert(/Alder Motors: Your role does not allow this\./)).toBeVisible();
  leave();
});
