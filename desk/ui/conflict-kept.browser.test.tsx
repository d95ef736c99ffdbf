/** Somebody else saved first, and the form shows both versions. What was typed is kept until the person decides. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, type DeskScreenOptions, mountDesk } from '../../tests/components/desk.tsx';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { EditWebhook } from '../connections/EditWebhook.tsx';
import { storedEndpoint } from '../connections/testing.ts';
import { ContactForm, EditForm } from '../dealerships/EditForm.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { PersonPanel } from '../people/PersonPanel.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
const theirs = { ...lee, phone: '+12075550199', version: 2 };
const save = 'POST /api/desk/people/lee';
const button = (name: string) => page.getByRole('button', { name });
const telephone = page.getByLabelText('Phone (optional)');
const done = () => undefined;
const stored = () => JSON.stringify(sessionStorage);

const panel = (person: typeof lee) => (
  <PersonPanel person={person} onInvite={() => undefined} onStored={() => undefined} onDone={() => undefined} />
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
  await expect.element(page.getByText(/The saved version now has Phone: \(207\) 555-0199/)).toBeVisible();
  second.leave();
  show(lee);
  await button('Save').click();
  await button('Keep their version').click();
  expect(stored()).not.toContain('555-0142');
});

test('R363 what was stored over the other version is kept no longer', async () => {
  let status = 409;
  show(lee, { [save]: () => ({ status, json: status === 409 ? theirs : { ...theirs, version: 3 } }) });
  await telephone.fill('(207) 555-0142');
  await button('Save').click();
  // Somebody else saves first again.
  await button('Save my version').click();
  await expect.element(button('Save my version')).toBeVisible();
  expect(stored()).toContain('555-0142');
  status = 200;
  await button('Save my version').click();
  await expect.poll(stored).not.toContain('555-0142');
});

test('R363 what was typed of a dealership is there again when the two versions are closed', async () => {
  const record = dealerships.recordOf();
  const edit = vi.fn<() => Promise<never>>();
  edit.mockResolvedValue({ kind: 'late', record: { ...record, phone: '+12075550199', version: 9 } } as never);
  const form = () => <EditForm record={record} actions={{ edit }} onStored={done} onClose={done} />;
  const phone = page.getByLabelText(/^Phone on file/);
  const first = mountDesk(form(), { answers: {} });
  await phone.fill('(207) 555-0142');
  await button('Save').click();
  await expect.element(page.getByText(/Somebody else saved this dealership/)).toBeVisible();
  first.leave();
  mountDesk(form(), { answers: {} });
  await expect.element(phone).toHaveValue('(207) 555-0142');
});

const settings = {
  textAgent: { version: 1, on: true, nobodyReached: null },
  sharedCode: { version: 1, on: true, anyOwnCode: true },
  alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
  jacket: { version: 1, items: [], retired: [] },
  lenderHours: { version: 1, lenders: ['ALLY'], hours: [] },
};
const closed = { lender: 'ALLY', zone: 'America/Chicago', weekdays: null, saturday: null, sunday: null, note: '' };
const lenderNow = { ...settings, lenderHours: { version: 2, lenders: ['ALLY'], hours: [closed] } };
const lenderHours = page.getByLabelText(/^Mon–Fri/);

test('R363 what was typed of a setting is there again when the two versions are left', async () => {
  const answers = {
    'GET /api/desk/settings': { json: settings },
    'POST /api/desk/settings/lender-hours': { status: 409, json: lenderNow },
  };
  const first = mountDesk(<SettingsScreen />, { answers });
  await button('Add hours of ALLY').click();
  await lenderHours.fill('08:00-19:45');
  await button('Save').last().click();
  await expect.element(page.getByText(/Somebody else saved this setting/)).toBeVisible();
  first.leave();
  mountDesk(<SettingsScreen />, { answers: { 'GET /api/desk/settings': { json: lenderNow } } });
  await page.getByRole('button', { name: /ALLY/ }).first().click();
  await expect.element(lenderHours).toHaveValue('08:00-19:45');
});

test('R363 what is typed of a person while somebody else’s version is met is part of what is chosen', async () => {
  const met = Promise.withResolvers<Answer>();
  const answers: (Answer | Promise<Answer>)[] = [met.promise, { json: { ...theirs, version: 3 } }];
  const { sent } = show(lee, { [save]: async () => (await answers.shift()) ?? { status: 500 } });
  await telephone.fill('(207) 555-0142');
  await button('Save').click();
  await telephone.fill('(207) 555-0177');
  met.resolve({ status: 409, json: theirs });
  await expect.element(page.getByRole('cell', { name: /555-0177/ })).toBeVisible();
  await button('Save my version').click();
  await expect.poll(() => sent(save)).toMatchObject([{ phone: '(207) 555-0142' }, { phone: '(207) 555-0177' }]);
});

test('R363 what is typed of a dealership while somebody else’s version is met is part of what is chosen', async () => {
  const record = dealerships.recordOf();
  const met = Promise.withResolvers<never>();
  const edit = vi.fn<() => Promise<never>>().mockReturnValue(met.promise);
  mountDesk(<EditForm record={record} actions={{ edit }} onStored={done} onClose={done} />, { answers: {} });
  const phone = page.getByLabelText(/^Phone on file/);
  await phone.fill('(207) 555-0142');
  await button('Save').click();
  await phone.fill('(207) 555-0177');
  met.resolve({ kind: 'late', record: { ...record, phone: '+12075550199', version: 9 } } as never);
  await expect.element(page.getByRole('cell', { name: /555-0177/ })).toBeVisible();
});

test('R363 a role that is chosen while somebody else’s is met is part of what is chosen', async () => {
  const path = 'POST /api/desk/people/lee/role';
  const met = Promise.withResolvers<Answer>();
  mountDesk(panel(lee), { answers: { [path]: () => met.promise }, role: 'admin' });
  const role = page.getByLabelText('Role', { exact: true });
  await role.selectOptions('Manager');
  await button('Change the role').click();
  await role.selectOptions('Admin');
  met.resolve({ status: 409, json: { ...lee, role: 'viewer', version: 2 } });
  await expect.element(page.getByRole('cell', { name: /^Yours Admin/ })).toBeVisible();
});

test('R363 what is typed of a contact while somebody else’s version is met is part of what is chosen', async () => {
  const record = dealerships.recordOf();
  const [contact] = record.contacts;
  const met = Promise.withResolvers<never>();
  const edit = vi.fn<() => Promise<never>>().mockReturnValue(met.promise);
  mountDesk(<ContactForm contactId={contact?.id} record={record} actions={{ edit }} onStored={done} onClose={done} />, {
    answers: {},
  });
  const role = page.getByLabelText(/^What they do/);
  await role.fill('Owner');
  await button('Save').click();
  await role.fill('General manager');
  const contacts = record.contacts.map((one) => (one.id === contact?.id ? { ...one, role: 'Clerk' } : one));
  met.resolve({ kind: 'late', record: { ...record, contacts, version: 9 } } as never);
  await expect.element(page.getByRole('cell', { name: /^Yours General manager/ })).toBeVisible();
});

test('R363 what is typed of an endpoint while somebody else’s version is met is part of what is chosen', async () => {
  const met = Promise.withResolvers<Answer>();
  mountDesk(<EditWebhook endpoint={storedEndpoint} onStored={done} onClose={done} />, {
    answers: { 'POST /api/desk/connections/webhooks/w1': () => met.promise },
  });
  const name = page.getByLabelText('Name');
  await name.fill('Our office');
  await button('Save').click();
  await name.fill('Our second office');
  met.resolve({ status: 409, json: { ...storedEndpoint, name: 'Their office', version: 2 } });
  await expect.element(page.getByRole('cell', { name: /Our second office/ })).toBeVisible();
});

test('R363 what is typed of a setting while somebody else’s version is met is part of what is chosen', async () => {
  const path = 'POST /api/desk/settings/lender-hours';
  const met = Promise.withResolvers<Answer>();
  const answers: (Answer | Promise<Answer>)[] = [met.promise, { json: lenderNow }];
  const { sent } = mountDesk(<SettingsScreen />, {
    answers: {
      'GET /api/desk/settings': { json: settings },
      [path]: async () => (await answers.shift()) ?? { status: 500 },
    },
  });
  await button('Add hours of ALLY').click();
  await lenderHours.fill('08:00-19:45');
  await button('Save').last().click();
  await lenderHours.fill('08:00-20:15');
  met.resolve({ status: 409, json: lenderNow });
  await expect.element(page.getByText(/Somebody else saved this setting/)).toBeVisible();
  await button('Save my version').click();
  await expect
    .poll(() => sent(path).at(-1))
    .toMatchObject({ version: 2, hours: [{ weekdays: { from: '08:00', until: '20:15' } }] });
});

test('R1024 whoever saves over the other version cannot leave it as it stands while that is under way', async () => {
  const slow = Promise.withResolvers<Answer>();
  const [onStored, onDone] = [vi.fn<(text: string) => void>(), vi.fn<(text?: string) => void>()];
  let saves = 0;
  mountDesk(<PersonPanel person={lee} onInvite={done} onStored={onStored} onDone={onDone} />, {
    answers: {
      [save]: () => {
        saves += 1;
        return saves === 1 ? { status: 409, json: theirs } : slow.promise;
      },
    },
  });
  await telephone.fill('(207) 555-0142');
  await button('Save').click();
  await button('Save my version').click();
  await expect.element(button('Saving…')).toBeVisible();
  await button('Keep their version').click({ force: true });
  await expect.element(button('Keep their version')).toHaveAttribute('aria-disabled', 'true');
  expect(onDone).not.toHaveBeenCalled();
  slow.resolve({ json: { ...theirs, version: 3 } });
  await expect.poll(() => onDone.mock.calls).toEqual([[]]);
  expect(onStored.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('is saved.')]);
});

test('R1025 an endpoint that is being saved cannot be left before its answer', async () => {
  const slow = Promise.withResolvers<Answer>();
  const onClose = vi.fn<() => void>();
  mountDesk(<EditWebhook endpoint={storedEndpoint} onStored={done} onClose={onClose} />, {
    answers: { 'POST /api/desk/connections/webhooks/w1': () => slow.promise },
  });
  await page.getByLabelText('Name').fill('Group CRM');
  await button('Save').click();
  await expect.element(button('Saving…')).toBeVisible();
  await button('Cancel').click({ force: true });
  await expect.element(button('Cancel')).toHaveAttribute('aria-disabled', 'true');
  expect(onClose).not.toHaveBeenCalled();
});
