/** A press in any part of the console whose screen is left before the server has answered: a button, or a form. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { sessionOf } from '../../tests/components/desk.tsx';
import { alert, button, closeDialog, goTo, openAt, refusal } from '../../tests/components/left-screen.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import * as requests from '../board/testing.ts';
import * as dealerships from '../dealerships/testing.ts';
import * as leads from '../leads/testing.ts';
import { setSessionState } from '../lib/session.ts';

const harbor = {
  at: '/desk/dealerships/harbor',
  answers: { 'GET /api/desk/dealerships/harbor': { json: dealerships.recordOf() } },
  press: 'POST /api/desk/dealerships/harbor/close',
} as const;

async function closeHarbor() {
  const screen = await openAt(harbor.at, harbor.answers, harbor.press);
  await button('Close the account').click();
  await button('Close the account').click();
  await screen.isSent();
  return screen;
}

test('R823 an account that could not be closed says so on the screen that its person has gone to, with the way back', async () => {
  const { answer, leave } = await closeHarbor();
  await goTo('Leads');
  await expect.element(page.getByRole('heading', { name: 'Harbor Point Motors' })).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Harbor Point Motors: Your role does not allow this\./)).toBeVisible();
  await page.getByRole('link', { name: 'Open Harbor Point Motors' }).click();
  await expect.element(page.getByRole('heading', { name: 'Harbor Point Motors' })).toBeVisible();
  await expect.element(alert(/Your role does not allow this/)).not.toBeInTheDocument();
  leave();
});

test('R823 an account that could not be closed says so although its person has left its screen and come back', async () => {
  const { answer, leave } = await closeHarbor();
  await goTo('Leads');
  await expect.element(page.getByRole('heading', { name: 'Harbor Point Motors' })).not.toBeInTheDocument();
  history.back();
  await expect.element(page.getByRole('heading', { name: 'Harbor Point Motors' })).toBeVisible();
  answer(refusal);
  await expect.element(alert(/Harbor Point Motors: Your role does not allow this\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open Harbor Point Motors' })).not.toBeInTheDocument();
  leave();
});

test('R823 a note that could not be added says so on the screen that its person has gone to, and is there when they come back', async () => {
  const press = 'POST /api/desk/leads/lead-2/notes';
  const lead = leads.recordOf({ id: 'lead-2', name: 'Cedar Valley' });
  const { answer, leave, isSent } = await openAt(
    '/desk/leads/lead-2',
    { 'GET /api/desk/leads/lead-2': { json: lead } },
    press,
  );
  await page.getByLabelText('Note').fill('Priya calls back at four');
  await button('Add the note').click();
  await isSent();
  await goTo('Dealerships');
  await expect.element(page.getByLabelText('Note')).not.toBeInTheDocument();
  answer('cut');
  await expect.element(alert(/Cedar Valley: No answer from the server/)).toBeVisible();
  await page.getByRole('link', { name: 'Open Cedar Valley' }).click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('Priya calls back at four');
  leave();
});

/** A request with its deal, which is the person's own. */
const deal = {
  at: '/desk/requests/r-1',
  answers: {
    'GET /api/desk/requests/r-1': {
      json: requests.recordOf({
        acceptedAt: '2026-11-21T02:04:00.000Z',
        acceptedBy: 'Dana',
        mine: true,
        can: { editDeal: true, tick: true },
      }),
    },
  },
  press: 'POST /api/desk/requests/r-1/deal',
} as const;

test('R823 a field of a deal that could not be stored says so on the screen that its person has gone to, and is there when they come back', async () => {
  const { answer, leave, isSent } = await openAt(deal.at, deal.answers, deal.press);
  await button('Add Lender').click();
  await page.getByLabelText('Lender').fill('Harbor Credit Union');
  await button('Save').click();
  await isSent();
  await goTo('Leads');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).not.toBeInTheDocument();
  answer('cut');
  await expect.element(alert(/Sample Motors: Lender: No answer from the server/)).toBeVisible();
  await page.getByRole('link', { name: 'Open Sample Motors' }).click();
  await expect.element(page.getByLabelText('Lender')).toHaveValue('Harbor Credit Union');
  leave();
});

test('R823 a tap of a deal that could not be stored says so on the screen that its person has gone to', async () => {
  const { answer, leave, isSent } = await openAt(deal.at, deal.answers, deal.press);
  await button('Used').click();
  await isSent();
  await goTo('Leads');
  await expect.element(page.getByRole('heading', { name: 'Sample Motors' })).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Sample Motors: “Vehicle”: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 a shift that could not be begun for somebody says so on the screen that its person has gone to', async () => {
  const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
  const people = { json: { people: [lee], mayInvite: [], serverNow: new Date().toISOString() } };
  const press = 'POST /api/desk/people/lee/shift';
  const { answer, leave, isSent } = await openAt('/desk/people', { [`GET ${listPeople.path}`]: people }, press);
  await page.getByRole('switch', { name: 'Shift of Lee Marsh' }).click();
  await isSent();
  await goTo('Leads');
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  answer(refusal);
  await expect.element(alert(/Lee Marsh: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 a person who could not be removed says so although their dialog was closed meanwhile', async () => {
  const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
  const press = 'POST /api/desk/people/lee/remove';
  const people = { json: { people: [lee], mayInvite: [], serverNow: new Date().toISOString() } };
  const { answer, leave, isSent } = await openAt('/desk/people', { [`GET ${listPeople.path}`]: people }, press);
  await button('Lee Marsh').click();
  await button('Remove this person').click();
  await button('Remove Lee Marsh').click();
  await isSent();
  await closeDialog();
  answer(refusal);
  await expect.element(alert(/Lee Marsh: Your role does not allow this\./)).toBeVisible();
  leave();
});

test('R823 the next person who signs in reads nothing of a press that fails after its person has gone', async () => {
  const { answer, leave } = await closeHarbor();
  const next = { ...sessionOf('admin'), person: { id: 'lee', name: 'Lee Marsh', email: 'lee@boxline.example' } };
  setSessionState({ state: 'unknown' });
  await expect.element(page.getByRole('heading', { name: 'Harbor Point Motors' })).not.toBeInTheDocument();
  answer(refusal);
  await drawn();
  history.replaceState(null, '', '/desk/desk/leads');
  setSessionState(next);
  await expect.element(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeInTheDocument();
  await expect.element(page.getByText(/Harbor Point Motors/)).not.toBeInTheDocument();
  leave();
});
