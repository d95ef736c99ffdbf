import '../styles/desk.css';
import './board.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type CallBody, listDeskDealerships, logCall } from '#contract/desk/board-endpoints.ts';
import { type Answer, type DeskScreen, mountDesk } from '../../tests/components/desk.tsx';
import { queryClient } from '../lib/read.ts';
import { LogCall } from './LogCall.tsx';
import { recordOf } from './testing.ts';

const harbor = { id: 'd-1', name: 'Harbor Lantern Motors', zone: 'America/New_York' };

const shown = (answer: Answer): DeskScreen =>
  mountDesk(<LogCall open onClose={() => undefined} />, {
    role: 'agent',
    answers: {
      [`GET ${listDeskDealerships.path}`]: { json: [harbor] },
      [`POST ${logCall.path}`]: answer,
    },
  });

const idsOf = (screen: DeskScreen) => screen.sent(`POST ${logCall.path}`).map((body) => (body as CallBody).id);

async function fill(): Promise<void> {
  await page.getByLabelText('Dealership').selectOptions(harbor.name);
  await page.getByRole('radio', { name: 'Contracted: lease' }).click();
}

const press = () => page.getByRole('button', { name: 'Log the call' }).click();

test('R200 a call is logged once, however often it is pressed and whatever is loaded anew between', async () => {
  const first = shown('cut');
  await fill();
  await press();
  await expect.element(page.getByText(/The server did not answer/)).toBeVisible();
  first.leave();

  const second = shown({ json: recordOf() });
  await expect.element(page.getByLabelText('Dealership')).toHaveValue(harbor.id);
  await press();
  await expect.element(page.getByLabelText('Dealership')).toHaveValue('');
  expect(idsOf(second)).toEqual(idsOf(first));

  await fill();
  await press();
  await expect.poll(() => idsOf(second).length).toBe(2);
  expect(new Set(idsOf(second)).size).toBe(2);
});

test('R200 after it is said that a call was logged with other words, the next press logs a call of its own', async () => {
  const screen = shown({ status: 409, text: 'This call was already logged with other words' });
  await fill();
  await press();
  await expect.element(page.getByText('This call was already logged with other words')).toBeVisible();
  await press();
  await expect.poll(() => new Set(idsOf(screen)).size).toBe(2);
});

test('R794 a list of dealerships that could not be read says so, and is there by one press', async () => {
  let fails = true;
  mountDesk(<LogCall open onClose={() => undefined} />, {
    role: 'agent',
    answers: { [`GET ${listDeskDealerships.path}`]: () => (fails ? { status: 500, text: 'No' } : { json: [harbor] }) },
  });
  await expect.element(page.getByText('Could not load the dealerships')).toBeVisible();
  const note = page.getByRole('textbox', { name: /^Note/ });
  await note.fill('They ask for the menu in Spanish');
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('option', { name: harbor.name })).toBeInTheDocument();
  await expect.element(page.getByText('Could not load the dealerships')).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('They ask for the menu in Spanish');
});

test('R794 a desk without a dealership says so where a call is logged', async () => {
  mountDesk(<LogCall open onClose={() => undefined} />, {
    role: 'agent',
    answers: { [`GET ${listDeskDealerships.path}`]: { json: [] } },
  });
  await expect.element(page.getByText('There is no dealership yet.')).toBeVisible();
});

test('R709 what is typed into a call before the dealerships have come stays as it was typed, also over a reload', async () => {
  const note = page.getByRole('textbox', { name: /^Note/ });
  const option = page.getByRole('option', { name: harbor.name });
  const first = shown('never');
  await expect.element(option).toBeInTheDocument();
  await note.fill('An earlier call');
  first.leave();
  queryClient.clear();
  const slow = Promise.withResolvers<Answer>();
  const second = mountDesk(<LogCall open onClose={() => undefined} />, {
    role: 'agent',
    answers: { [`GET ${listDeskDealerships.path}`]: () => slow.promise },
  });
  await note.fill('They ask for the menu in Spanish');
  slow.resolve({ json: [harbor] });
  await expect.element(option).toBeInTheDocument();
  await expect.element(note).toHaveValue('They ask for the menu in Spanish');
  second.leave();
  shown('never');
  await expect.element(option).toBeInTheDocument();
  await expect.element(note).toHaveValue('They ask for the menu in Spanish');
});
