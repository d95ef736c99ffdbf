/** The states of the people of the desk, for `desk-looks.ts`. */
import type { PeopleList } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { personRecordOf } from '../support/person-record.ts';
import { press, type Responses } from './desk.ts';
import type { Look } from './desk-looks.ts';

const at = '2026-11-21T21:04:00.000Z';
const later = '2026-11-24T21:04:00.000Z';

const dana = personRecordOf('Dana Whitcomb', 'admin', {
  id: 'dana',
  own: true,
  onShiftAt: at,
  onCallAt: at,
  can: { edit: true, changeRole: false, remove: false, invite: false, switchShift: true },
});
const lee = personRecordOf('Lee Marsh', 'agent', { onShiftAt: at });
export const people: PeopleList = {
  people: [
    dana,
    lee,
    personRecordOf('Sam Ortiz', 'manager'),
    personRecordOf('Marlow Finch', null, { mail: null, onShiftAt: at }),
    personRecordOf('Tamsin Okoro-Vandersteen', 'viewer', { phone: null }),
  ],
  mayInvite: ['viewer', 'agent', 'manager', 'admin'],
  serverNow: at,
};

const invitations = [
  {
    id: 'i1',
    personId: 'p1',
    name: 'Priya Sand',
    email: 'priya@boxline.example',
    role: 'agent',
    invitedBy: 'Dana Whitcomb',
    createdAt: at,
    expiresAt: later,
    state: 'accepted',
    acceptedName: 'Priya Sand',
    acceptedAt: at,
  },
  {
    id: 'i2',
    personId: 'p2',
    name: 'Omar Reyes',
    email: 'omar@boxline.example',
    role: 'viewer',
    invitedBy: 'Dana Whitcomb',
    createdAt: at,
    expiresAt: later,
    state: 'open',
    acceptedName: null,
    acceptedAt: null,
  },
];

export const peopleLooks = (inside: (role: Role, more?: Responses) => Responses): readonly Look[] => [
  {
    name: 'desk-people',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/invitations': { json: { invitations } } }),
    shows: 'Lee Marsh',
  },
  {
    name: 'desk-people-viewer',
    path: '/desk/people',
    responses: inside('viewer', {
      'GET /api/desk/people': {
        json: {
          ...people,
          mayInvite: [],
          people: people.people.map((one) => ({
            ...one,
            own: one.own,
            can: { edit: false, changeRole: false, remove: false, switchShift: false, invite: false },
          })),
        },
      },
    }),
    shows: 'Lee Marsh',
  },
  {
    name: 'desk-people-empty',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': { json: { ...people, people: [] } } }),
    shows: 'Nobody is here yet',
  },
  {
    name: 'desk-people-failed',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': { status: 503, text: 'We cannot take it at this moment.' } }),
    shows: 'Could not load the people',
  },
  {
    name: 'desk-people-loading',
    path: '/desk/people',
    responses: inside('admin', { 'GET /api/desk/people': 'never' }),
    shows: 'Loading the people…',
  },
  {
    name: 'desk-person',
    path: '/desk/people',
    responses: inside('admin'),
    act: async (page) => press('Lee Marsh')(page),
    shows: 'Change the role',
  },
  {
    name: 'desk-person-changed',
    path: '/desk/people',
    responses: inside('admin', {
      'POST /api/desk/people/lee-marsh': { status: 409, json: { ...lee, phone: '+12075550199', version: 2 } },
    }),
    act: async (page) => {
      await press('Lee Marsh')(page);
      await page.getByRole('dialog').getByLabel('Phone (optional)').fill('(207) 555-0142');
      await press('Save')(page);
    },
    shows: 'Somebody else saved this person while you were writing',
  },
  {
    name: 'desk-person-add',
    path: '/desk/people',
    responses: inside('admin'),
    act: press('Add'),
    shows: 'On shift from now on',
  },
  {
    name: 'desk-invite',
    path: '/desk/people',
    responses: inside('admin'),
    act: press('Invite'),
    shows: 'How it reaches them',
  },
  {
    name: 'desk-proof',
    path: '/desk/people',
    responses: inside('admin', {
      'POST /api/desk/invitations': { status: 403, text: 'Prove once more that it is you.' },
    }),
    act: async (page) => {
      await press('Invite')(page);
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Omar Reyes');
      await page.getByRole('dialog').getByLabel('E-mail address').fill('omar@boxline.example');
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    },
    shows: 'Prove that it is you',
  },
];
