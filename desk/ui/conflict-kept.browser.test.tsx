/** Somebody else saved first, and the form shows both versions. What was typed is kept until the person decides. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type DeskScreenOptions, mountDesk } from '../../tests/components/desk.tsx';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { EditForm } from '../dealerships/EditForm.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { PersonPanel } from '../people/PersonPanel.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
const theirs = { ...lee, phone: '+12075550199', version: 2 };
const save = 'POST /api/desk/people/lee';
const button = (name: string) => page.getByRole('button', { name });
const telephone = page.getByLabelText('Telephone (optional)');
const stored = () => JSON.stringify(sessionStorage);

const panel = (person: typeof lee) => (
  <PersonPanel person={person} onInvite={() => undefined} onDone={() => undefined} />
);
const show = (person: typeof lee, answers: DeskScreenOptions['answers'] = { [save]: { status: 409, json: theirs } }) =>
  mountDesk(panel(person), { answers });

test('R363 what was typed of a person is there again when the two versions are closed, until one is chosen', async () => {
  const first = show(lee);
  await telephone.fill('(207) 555-0142');
  await button('Save').click();
  await expect.element(page.getByText(/Somebody else saved this person/)).toBeVisible();
  first.leave();
  const second = show(theirs);
  await expect.element(telephone).toHaveValue('(207) 555-0142');
  await expect.element(page.getByText(/Stored is now Telephone: \(207\) 555-0199/)).toBeVisible();
  second.leave();
  show(lee);
  await button('Save').click();
  await button('Leave it as it stands').click();
  expect(stored()).not.toContain('555-0142');
});

test('R363 what was stored over the other version is kept no longer', async () => {
  let status = 409;
  show(lee, { [save]: () => ({ status, json: status === 409 ? theirs : { ...theirs, version: 3 } }) });
  await telephone.fill('(207) 555-0142');
  await button('Save').click();
  // Somebody else saves first again.
  await button('Save mine over it').click();
  await expect.element(button('Save mine over it')).toBeVisible();
  expect(stored()).toContain('555-0142');
  status = 200;
  await button('Save mine over it').click();
  await expect.poll(stored).not.toContain('555-0142');
});

test('R363 what was typed of a dealership is there again when the two versions are closed', async () => {
  const record = dealerships.recordOf();
  const edit = vi.fn<() => Promise<never>>();
  edit.mockResolvedValue({ kind: 'stands', record: { ...record, phone: '+12075550199', version: 9 } } as never);
  const form = () => <EditForm record={record} actions={{ edit }} onDone={() => undefined} />;
  const phone = page.getByLabelText(/^Telephone on file/);
  const first = mountDesk(form(), { answers: {} });
  await phone.fill('(207) 555-0142');
  await button('Save').click();
  await expect.element(page.getByText(/Somebody else saved this dealership/)).toBeVisible();
  first.leave();
  mountDesk(form(), { answers: {} });
  await expect.element(phone).toHaveValue('(207) 555-0142');
});

test('R363 what was typed of a setting is there again when the two versions are left', async () => {
  const view = {
    textAgent: { version: 1, on: true, nobodyReached: null },
    sharedCode: { version: 1, on: true, anyOwnCode: true },
    alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
    jacket: { version: 1, items: [], retired: [] },
    lenderHours: { version: 1, lenders: ['ALLY'], hours: [] },
  };
  const closed = { lender: 'ALLY', zone: 'America/Chicago', weekdays: null, saturday: null, sunday: null, note: '' };
  const now = { ...view, lenderHours: { version: 2, lenders: ['ALLY'], hours: [closed] } };
  const hours = page.getByLabelText(/^Mon–Fri/);
  const answers = {
    'GET /api/desk/settings': { json: view },
    'POST /api/desk/settings/lender-hours': { status: 409, json: now },
  };
  const first = mountDesk(<SettingsScreen />, { answers });
  await button('Add hours of ALLY').click();
  await hours.fill('08:00-19:45');
  await button('Save').last().click();
  await expect.element(page.getByText(/Somebody else saved this setting/)).toBeVisible();
  first.leave();
  mountDesk(<SettingsScreen />, { answers: { 'GET /api/desk/settings': { json: now } } });
  await page.getByRole('button', { name: /ALLY/ }).first().click();
  await expect.element(hours).toHaveValue('08:00-19:45');
});
