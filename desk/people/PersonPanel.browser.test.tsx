import '../styles/desk.css';
import './people.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { PersonPanel } from './PersonPanel.tsx';

const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee' });

const panel = (person: PersonRecord, onStored = vi.fn<(text: string) => void>()) => (
  <PersonPanel person={person} onInvite={() => undefined} onStored={onStored} onDone={() => undefined} />
);
const telephone = page.getByLabelText('Phone (optional)');
const save = 'POST /api/desk/people/lee';

test('R200 whoever comes back to a person whom somebody else edited meanwhile reads what is stored, and saves over what they saw', async () => {
  const first = mountDesk(panel(lee), { answers: {} });
  await telephone.fill('(207) 555-0142');
  first.leave();
  const theirs: PersonRecord = { ...lee, phone: '+12075550199', mail: 'marsh@boxline.example', version: 2 };
  const onStored = vi.fn<(text: string) => void>();
  const { sent } = mountDesk(panel(theirs, onStored), {
    answers: { [save]: { json: { ...theirs, phone: '+12075550142', version: 3 } } },
  });
  await expect.element(page.getByText(/Somebody changed this while you were away/)).toBeVisible();
  await expect.element(page.getByText(/The saved version now has Phone: \(207\) 555-0199/)).toBeVisible();
  await expect.element(telephone).toHaveValue('(207) 555-0142');
  // A field that was not typed into shows the value that is stored now.
  await expect.element(page.getByLabelText('E-mail', { exact: false }).first()).toHaveValue('marsh@boxline.example');
  await expectFits();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onStored.mock.calls.length).toBe(1);
  expect(sent(save)).toMatchObject([{ version: 2, phone: '(207) 555-0142', mail: 'marsh@boxline.example' }]);
  expect(JSON.stringify(sessionStorage)).not.toContain('555-0142');
});

test('R1218 the form of a role says that a Viewer keeps no request', async () => {
  mountDesk(panel(lee), { answers: {} });
  await expect
    .element(page.getByText(/As a Viewer they keep no request: one that they have goes to the/))
    .toBeVisible();
});

test('R562 whoever changes only the name of a person leaves the telephone and the states as somebody else stored them', async () => {
  const theirs: PersonRecord = { ...lee, phone: '+12075550199', licensedStates: ['TX'], version: 2 };
  let status = 409;
  const { sent } = mountDesk(panel(lee), {
    answers: { [save]: () => ({ status, json: status === 409 ? theirs : { ...theirs, version: 3 } }) },
  });
  await page.getByLabelText('Name').fill('Lee Marsh Jr');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByRole('row', { name: /^Phone/ }))
    .toHaveTextContent('Phone(207) 555-0199not changed by you');
  status = 200;
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expect.poll(() => sent(save)).toHaveLength(2);
  expect(sent(save)[1]).toMatchObject({
    version: 2,
    name: 'Lee Marsh Jr',
    phone: '(207) 555-0199',
    licensedStates: ['TX'],
  });
});

const roleSave = 'POST /api/desk/people/lee/role';
const role = page.getByRole('combobox', { name: 'Role' });

test('R564 a role that somebody else changed meanwhile is shown beside the chosen one before it is replaced', async () => {
  const viewer: PersonRecord = { ...lee, role: 'viewer', version: 2 };
  const onStored = vi.fn<(text: string) => void>();
  const screen = mountDesk(panel(lee, onStored), {
    answers: {
      [roleSave]: ({ body }) =>
        (body as { version: number }).version === 2
          ? { json: { ...lee, role: 'manager', version: 3 } }
          : { status: 409, json: viewer },
    },
  });
  await expect.element(role).toHaveValue('agent');
  // The stream announces the change while the panel is open.
  screen.show(panel(viewer, onStored));
  await expect.element(role).toHaveValue('agent');
  await role.selectOptions('manager');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect.element(page.getByRole('row', { name: /^Role/ })).toHaveTextContent('RoleViewerManager (differs)');
  await expectFits();
  expect(onStored).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expect.poll(() => onStored.mock.calls.map(([text]) => text)).toEqual(['Lee Marsh: Manager.']);
  expect(screen.sent(roleSave)).toEqual([
    { version: 1, role: 'manager' },
    { version: 2, role: 'manager' },
  ]);
});

test('R564 a role that nobody else changed is stored, although something else of the person was', async () => {
  const onStored = vi.fn<(text: string) => void>();
  const { sent } = mountDesk(panel(lee, onStored), {
    answers: {
      [roleSave]: ({ body }) =>
        (body as { version: number }).version === 2
          ? { json: { ...lee, role: 'manager', version: 3 } }
          : { status: 409, json: { ...lee, phone: '+12075550199', version: 2 } },
    },
  });
  await role.selectOptions('manager');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect.poll(() => onStored.mock.calls.map(([text]) => text)).toEqual(['Lee Marsh: Manager.']);
  expect(sent(roleSave)).toMatchObject([{ version: 1 }, { version: 2 }]);
});

test('R225 a person is removed once, however often the question is answered', async () => {
  const { sent } = mountDesk(panel(lee), { answers: { 'POST /api/desk/people/lee/remove': 'never' } });
  await page.getByRole('button', { name: 'Remove this person' }).click();
  await page.getByRole('button', { name: 'Remove Lee Marsh' }).dblClick();
  await page.getByRole('button', { name: 'One moment…' }).click({ force: true });
  expect(sent('POST /api/desk/people/lee/remove')).toHaveLength(1);
});

test('R1017 a name from right to left is read in a question as it is read alone', async () => {
  const name = 'שלום (Tel)';
  mountDesk(panel({ ...lee, name, can: { ...lee.can, remove: true } }), { answers: {} });
  await page.getByRole('button', { name: 'Remove this person' }).click();
  const question = page.getByText(/Their sessions and their shift end at once/);
  await expect.element(question).toBeVisible();
  const leftOf = (part: string): number => {
    const text = question.element().firstChild;
    const at = text?.textContent?.indexOf(part) ?? -1;
    const range = document.createRange();
    if (text) range.setStart(text, at);
    if (text) range.setEnd(text, at + part.length);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf('Tel')).toBeLessThan(leftOf('שלום'));
});

const back = page.getByText('Not saved yet: what you typed here before is back.');

test('R1023 a telephone that was typed before the role was changed is marked as not saved when the person is opened again', async () => {
  const onStored = vi.fn<(text: string) => void>();
  const first = mountDesk(panel(lee, onStored), {
    answers: { [roleSave]: { json: { ...lee, role: 'manager', version: 2 } } },
  });
  await telephone.fill('(207) 555-0142');
  await role.selectOptions('manager');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect.poll(() => onStored.mock.calls.map(([text]) => text)).toEqual(['Lee Marsh: Manager.']);
  first.leave();
  mountDesk(panel({ ...lee, role: 'manager', version: 2 }), { answers: {} });
  await expect.element(back).toBeVisible();
  await expect.element(role).toHaveValue('manager');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(telephone).not.toHaveValue('(207) 555-0142');
});

test('R1023 a role that was chosen and left is marked as not saved, and is stored by nobody after Discard', async () => {
  const first = mountDesk(panel(lee), { answers: {} });
  await role.selectOptions('admin');
  first.leave();
  mountDesk(panel(lee), { answers: {} });
  await expect.element(role).toHaveValue('admin');
  await expect.element(back).toBeVisible();
  await expectFits();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(role).toHaveValue('agent');
  await expect.element(role).toHaveFocus();
  await expect.element(back).not.toBeInTheDocument();
});
