/** What is typed into a form while it is being saved stays, with the form, as a change of what is stored then. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editWebhook, type WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import { type Answer, type Call, mountDesk } from '../../tests/components/desk.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { storedEndpoint } from '../connections/testing.ts';
import { WebhookPane } from '../connections/WebhookPane.tsx';
import { DealershipPane } from '../dealerships/DealershipPane.tsx';
import { recordOf } from '../dealerships/testing.ts';
import { sendDesk } from '../lib/send.ts';
import { PeopleScreen } from '../people/PeopleScreen.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { settingsOf } from '../settings/testing.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const moreToSave = page.getByText(/What you changed since is not saved yet/);
const overtaken = page.getByText(/Somebody changed this while you were away/);
const elseSaved = page.getByText(/Somebody else saved/);
const dialog = page.getByRole('dialog');
const kept = () => JSON.stringify(sessionStorage);

/** A server that answers the first write when told to, and each later one at once. */
function slowServer(store: (call: Call) => unknown) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  const write = async (call: Call): Promise<Answer> => {
    const isHeld = isFirst;
    isFirst = false;
    if (isHeld) await promise;
    return { json: store(call) };
  };
  return { write, answers: resolve };
}

const savePerson = 'POST /api/desk/people/lee';
const saveRole = 'POST /api/desk/people/lee/role';

function peopleServer() {
  let lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });
  const { write, answers } = slowServer(({ body }) => {
    const { phone, ...fields } = { phone: '(207) 555-0131', ...(body as Partial<PersonRecord>) };
    lee = { ...lee, ...fields, phone: `+1${phone?.replaceAll(/\D/g, '')}`, version: lee.version + 1 };
    return lee;
  });
  const list = () => ({ json: { people: [lee], mayInvite: [], serverNow: new Date().toISOString() } });
  const show = () =>
    mountDesk(<PeopleScreen />, {
      answers: { 'GET /api/desk/people': list, [savePerson]: write, [saveRole]: write },
    });
  return { show, answers };
}

test('R1055 what is typed of a person while it is being saved stays in the open form, over a reload too, and is saved by the next press', async () => {
  const server = peopleServer();
  const first = server.show();
  const [name, phone] = [dialog.getByLabelText('Name'), dialog.getByLabelText('Phone (optional)')];
  await button('Lee Marsh').click();
  await phone.fill('2075550142');
  await button('Save').click();
  await name.fill('Lee Marsh Jr');
  server.answers();
  await expect.element(moreToSave).toBeVisible();
  // The field that nobody has touched since shows what is stored.
  await expect.element(phone).toHaveValue('(207) 555-0142');
  await expect.element(name).toHaveValue('Lee Marsh Jr');
  first.leave();
  const { sent } = server.show();
  await button('Lee Marsh').click();
  await expect.element(name).toHaveValue('Lee Marsh Jr');
  await expect.element(overtaken).not.toBeInTheDocument();
  await name.fill('Lee Marsh Sr');
  await button('Save').click();
  await expect.element(page.getByText('Lee Marsh Sr is saved.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(savePerson)).toMatchObject([{ version: 2, name: 'Lee Marsh Sr', phone: '(207) 555-0142' }]);
  expect(kept()).not.toContain('Marsh Sr');
});

test('R1055 a telephone that is typed on while it is being saved is no change of somebody else, in the open form and when it is opened again', async () => {
  const server = peopleServer();
  const first = server.show();
  const phone = dialog.getByLabelText('Phone (optional)');
  await button('Lee Marsh').click();
  await phone.fill('2075550142');
  await button('Save').click();
  await phone.fill('2075550143');
  server.answers();
  await expect.element(moreToSave).toBeVisible();
  await button('Close').click();
  await button('Lee Marsh').click();
  await expect.element(phone).toHaveValue('2075550143');
  await expect.element(overtaken).not.toBeInTheDocument();
  await button('Save').click();
  await expect.poll(() => first.sent(savePerson)).toMatchObject([{ version: 1 }, { version: 2, phone: '2075550143' }]);
  await expect.element(elseSaved).not.toBeInTheDocument();
});

test('R1055 a role that is chosen while another one is being stored stays chosen, and is stored by the next press; the person’s fields go on from there', async () => {
  const server = peopleServer();
  const { sent } = server.show();
  const role = dialog.getByLabelText('Role', { exact: true });
  await button('Lee Marsh').click();
  await role.selectOptions('Manager');
  await button('Change the role').click();
  await role.selectOptions('Admin');
  server.answers();
  await expect.element(moreToSave).toBeVisible();
  await expect.element(role).toHaveValue('admin');
  await dialog.getByLabelText('Name').fill('Lee Marsh Jr');
  await button('Save').click();
  await expect.poll(() => sent(savePerson)).toMatchObject([{ version: 2, name: 'Lee Marsh Jr' }]);
  await button('Lee Marsh Jr').click();
  await expect.element(role).toHaveValue('admin');
  await expect.element(overtaken).not.toBeInTheDocument();
  await button('Change the role').click();
  await expect.poll(() => sent(saveRole)).toMatchObject([{ role: 'manager' }, { role: 'admin' }]);
});

const saveDealership = 'POST /api/desk/dealerships/harbor';

function dealershipServer() {
  let record = recordOf();
  const { write, answers } = slowServer(({ body }) => {
    const { patch } = body as { patch: Partial<DealershipRecord> };
    const contacts = (patch.contacts ?? record.contacts).map(({ phone, mail, ...one }) => ({
      ...one,
      phone: phone || null,
      mail: mail || null,
      consent: null,
    }));
    record = { ...record, ...patch, contacts, version: record.version + 1 };
    return record;
  });
  const screen = mountDesk(<DealershipPane id="harbor" backTo="/dealerships" />, {
    at: '/dealerships/harbor',
    answers: { 'GET /api/desk/dealerships/harbor': () => ({ json: record }), [saveDealership]: write },
  });
  return { ...screen, answers };
}

test('R1055 what is typed of a dealership while it is being saved stays in the open form, and is the only change of the next press', async () => {
  const { sent, answers } = dealershipServer();
  await button('Edit the record').click();
  await dialog.getByLabelText('Monday opens').fill('08:00');
  await button('Save').click();
  await dialog.getByLabelText(/^Website/).fill('harbor.example');
  answers();
  await expect.element(moreToSave).toBeVisible();
  await button('Save').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('The record is saved.')).toBeVisible();
  expect(sent(saveDealership)).toMatchObject([{ version: 4 }, { version: 5 }]);
  expect(sent(saveDealership)[1]).toMatchObject({ patch: { website: 'harbor.example' } });
  expect(Object.keys((sent(saveDealership)[1] as { patch: object }).patch)).toEqual(['website']);
});

test('R1055 what is typed of a new contact while it is being added is a change of that contact, also when the form is opened again', async () => {
  const { sent, answers } = dealershipServer();
  const contactsIn = (at: number) => (sent(saveDealership)[at] as { patch: DealershipRecord }).patch.contacts;
  await button('Add a contact').click();
  await dialog.getByLabelText('Name').fill('Ida Reyes');
  await button('Save').click();
  await dialog.getByLabelText(/^What they do/).fill('Title clerk');
  answers();
  await expect.element(moreToSave).toBeVisible();
  await button('Close').click();
  await button('Add a contact').click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('');
  await button('Close').click();
  await button('Edit Ida Reyes').click();
  await expect.element(dialog.getByLabelText(/^What they do/)).toHaveValue('Title clerk');
  await expect.element(overtaken).not.toBeInTheDocument();
  await button('Save').click();
  await expect.poll(() => sent(saveDealership).length).toBe(2);
  expect(contactsIn(1)).toHaveLength(3);
  expect(contactsIn(1).at(-1)).toMatchObject({ id: contactsIn(0).at(-1)?.id, role: 'Title clerk' });
});

const saveWebhook = 'POST /api/desk/connections/webhooks/w1';

function webhookServer() {
  let endpoint = storedEndpoint;
  const { write, answers } = slowServer(({ body }) => {
    endpoint = { ...endpoint, ...(body as WebhookEndpoint), version: endpoint.version + 1 };
    return endpoint;
  });
  const view = () => ({
    json: { id: 'w1', endpoint, deliveries: [], nextCursor: null, serverNow: new Date().toISOString() },
  });
  const show = () =>
    mountDesk(<WebhookPane id="w1" backTo="/connections" />, {
      answers: { 'GET /api/desk/connections/webhooks/w1': view, [saveWebhook]: write },
    });
  return { show, answers };
}

test('R1055 an event that is taken out again while the endpoint is being saved stays taken out, and is saved by the next press', async () => {
  const server = webhookServer();
  const first = server.show();
  await button('Edit').click();
  const added = page.getByRole('checkbox').last();
  await added.click();
  await button('Save').click();
  await added.click();
  server.answers();
  await expect.element(moreToSave).toBeVisible();
  first.leave();
  const { sent } = server.show();
  await button('Edit').click();
  await expect.element(added).not.toBeChecked();
  await button('Save').click();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  await expect.element(button('Edit')).toBeVisible();
  expect(sent(saveWebhook)).toMatchObject([{ version: 2, events: storedEndpoint.events }]);
});

test('R1056 the late answer to an endpoint’s form that was left drops nothing that is typed into the same form since', async () => {
  const server = webhookServer();
  const first = server.show();
  const name = page.getByLabelText('Name');
  await button('Edit').click();
  await name.fill('Group CRM');
  await button('Save').click();
  await expect.poll(() => first.sent(saveWebhook).length).toBe(1);
  first.leave();
  server.show();
  await button('Edit').click();
  await name.fill('Group CRM, second');
  const [body] = first.sent(saveWebhook) as Parameters<typeof sendDesk<typeof editWebhook>>[1]['body'][];
  const answered = body && sendDesk(editWebhook, { params: { id: 'w1' }, body });
  server.answers();
  // The same write gets the answer of the one that is under way.
  await answered;
  await drawn();
  await expect.element(name).toHaveValue('Group CRM, second');
  expect(kept()).toContain('Group CRM, second');
});

const saveHours = 'POST /api/desk/settings/lender-hours';
const monday = page.getByRole('textbox', { name: /^Mon–Fri/ });
const note = page.getByRole('textbox', { name: /^Note/ });

function settingsServer() {
  let settings = settingsOf();
  const { write, answers } = slowServer(({ body }) => {
    const { version, hours } = body as (typeof settings)['lenderHours'];
    settings = { ...settings, lenderHours: { ...settings.lenderHours, hours, version: version + 1 } };
    return settings;
  });
  const screen = mountDesk(<SettingsScreen />, {
    answers: { 'GET /api/desk/settings': () => ({ json: settings }), [saveHours]: write },
  });
  return { ...screen, answers };
}

test('R1055 what is typed of a lender while its hours are being saved stays in the open form, and is saved by the next press', async () => {
  const { sent, answers } = settingsServer();
  await button('Change of Harbor Bank').click();
  await monday.fill('8:00-22:00');
  await button('Save').first().click();
  await note.fill('Call first');
  answers();
  await expect.element(moreToSave).toBeVisible();
  // As it is stored.
  await expect.element(monday).toHaveValue('08:00-22:00');
  await button('Save').first().click();
  await expect.element(button('Change of Harbor Bank')).toBeVisible();
  await expect.element(elseSaved).not.toBeInTheDocument();
  expect(sent(saveHours)).toMatchObject([
    { version: 1, hours: [{ weekdays: { until: '22:00' }, note: '' }] },
    { version: 2, hours: [{ weekdays: { until: '22:00' }, note: 'Call first' }] },
  ]);
});

test('R1056 the late answer to a lender’s form that was left closes no form of the same lender that is open by then', async () => {
  const { sent, answers } = settingsServer();
  await button('Change of Harbor Bank').click();
  await monday.fill('08:00-22:00');
  await button('Save').first().click();
  await expect.poll(() => sent(saveHours).length).toBe(1);
  await button('Add hours of ALLY').click();
  await button('Change of Harbor Bank').click();
  await note.fill('Call first');
  answers();
  await expect.element(page.getByText('Harbor Bank is saved.')).toBeVisible();
  await userEvent.keyboard('!');
  await expect.element(note).toHaveValue('Call first!');
  expect(kept()).toContain('Call first!');
});
