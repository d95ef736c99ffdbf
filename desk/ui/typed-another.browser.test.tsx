/** What is typed into a form that makes something new, while that is being made, belongs to another one and stays with the form. */
import '../styles/desk.css';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Invitation } from '#contract/desk/link-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { ConnectionsScreen } from '../connections/ConnectionsScreen.tsx';
import { storedEndpoint } from '../connections/testing.ts';
import { AddForm } from '../dealerships/AddForm.tsx';
import { recordOf } from '../dealerships/testing.ts';
import { dropDrafts } from '../lib/drafts.ts';
import { AddPersonForm } from '../people/AddPersonForm.tsx';
import { InviteForm } from '../people/InviteForm.tsx';

const at = '2026-11-21T08:00:00.000Z';
const connections = '/api/desk/connections';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const another = page.getByText(/What you typed since is not saved\. Press again to add it as another one/);
const close = vi.fn<() => void>();
const nothing = () => undefined;
const invitation: Invitation = {
  id: 'one',
  personId: 'lee',
  name: 'First',
  email: 'first@boxline.example',
  role: 'admin',
  invitedBy: 'Dana Whitcomb',
  createdAt: at,
  expiresAt: at,
  state: 'open',
  acceptedName: null,
  acceptedAt: null,
};

beforeEach(() => {
  dropDrafts();
  close.mockClear();
});

interface Making {
  readonly form: ReactNode;
  /** The buttons that open the form, and the one that sends it. */
  readonly presses: readonly string[];
  readonly path: string;
  readonly made: unknown;
  readonly status?: number;
  readonly typed?: Readonly<Record<string, string>>;
}

const making: Readonly<Record<string, Making>> = {
  person: {
    form: <AddPersonForm onStored={nothing} onClose={close} />,
    presses: ['Add'],
    path: '/api/desk/people',
    made: personRecordOf('First', 'agent'),
    status: 201,
  },
  dealership: {
    form: <AddForm onDone={close} />,
    presses: ['Add'],
    path: '/api/desk/dealerships',
    made: recordOf(),
  },
  invitation: {
    form: <InviteForm person={undefined} mayInvite={['admin']} onSaid={nothing} onClose={close} />,
    presses: ['Invite'],
    path: '/api/desk/invitations',
    made: { invitation, link: null },
    typed: { 'E-mail address': 'first@boxline.example' },
  },
  endpoint: {
    form: <ConnectionsScreen />,
    presses: ['Add', 'Add it'],
    path: `${connections}/webhooks`,
    made: { endpoint: storedEndpoint, secret: 'whsec_one' },
  },
  token: {
    form: <ConnectionsScreen />,
    presses: ['Make a token', 'Make the token'],
    path: `${connections}/tokens`,
    made: { id: 't1', token: 'bxl_one' },
  },
};

test.each(Object.keys(making))(
  'R1246 what is typed while a new %s is being made is another one, and stays in the open form',
  async (what) => {
    const { form, presses, path, made, status = 200, typed = {} } = making[what] ?? expect.unreachable();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    mountDesk(form, {
      answers: {
        [`GET ${connections}/webhooks`]: { json: { endpoints: [], serverNow: at } },
        [`GET ${connections}/tokens`]: { json: { tokens: [], serverNow: at } },
        'GET /api/desk/invitations': { json: { invitations: [] } },
        [`POST ${path}`]: () => promise,
      },
    });
    const [submit = '', ...open] = presses.toReversed();
    for (const name of open) await button(name).click();
    const name = page.getByLabelText('Name');
    await name.fill('First');
    for (const [label, text] of Object.entries(typed)) await page.getByLabelText(label).fill(text);
    await button(submit).click();
    await name.fill('Second');
    resolve({ status, json: made });
    await expect.element(another).toBeVisible();
    await expect.element(name).toHaveValue('Second');
    expect(close).not.toHaveBeenCalled();
  },
);

test.each([
  [
    'open',
    /Lee Marsh.* is invited with lee@boxline\.example \(Finance manager\), and has not accepted yet\. Press again to send a new invitation\./,
  ],
  [
    'accepted',
    /Lee Marsh.* is invited with lee@boxline\.example \(Finance manager\), and has accepted: confirm it, or withdraw it first\.$/,
  ],
] as const)(
  'R1289 what is typed while a listed person is being invited is said to be about them, with their invitation %s',
  async (state, text) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const lee = personRecordOf('Lee Marsh', null, { id: 'lee', mail: 'lee@boxline.example' });
    mountDesk(<InviteForm person={lee} mayInvite={['agent', 'admin']} onSaid={nothing} onClose={close} />, {
      answers: {
        'GET /api/desk/invitations': { json: { invitations: [] } },
        'POST /api/desk/invitations': () => promise,
      },
    });
    await button('Invite').click();
    await page.getByLabelText('Role').selectOptions('admin');
    const made = { ...invitation, name: 'Lee Marsh', email: 'lee@boxline.example', role: 'agent', state } as const;
    resolve({ status: 200, json: { invitation: made, link: null } });
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(another).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Role')).toHaveValue('admin');
    expect(close).not.toHaveBeenCalled();
  },
);
