/** Names without a place to break, and names that are written from right to left, on a phone and on a screen. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { App } from '../app/App.tsx';
import { BoardScreen } from '../board/BoardScreen.tsx';
import * as requests from '../board/testing.ts';
import { DealershipsScreen } from '../dealerships/DealershipsScreen.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import * as leads from '../leads/testing.ts';
import { MessagesScreen } from '../messages/MessagesScreen.tsx';
import { messageOf } from '../messages/testing.ts';
import { PeopleScreen } from '../people/PeopleScreen.tsx';
import { ScheduleScreen } from '../schedule/ScheduleScreen.tsx';
import { personOf as personHours, weekOf } from '../schedule/testing.ts';

const names = {
  'without a place to break': `Wolfeschlegelsteinhausenbergerdorff${'w'.repeat(65)}`,
  'from right to left': 'معرض السيارات الكبير في بورتلاند (فرع الميناء) 24/7',
} as const;

const at = '2026-11-21T21:06:00.000Z';

const personOf = (name: string) => ({
  id: 'lee',
  name,
  phone: '+12075550149',
  mail: `${'m'.repeat(60)}@${'d'.repeat(60)}.example`,
  role: 'agent',
  createdAt: at,
  onShiftAt: at,
  onCallAt: null,
  offDueAt: at,
  licensedStates: [],
  removedAt: null,
  version: 1,
  switches: 0,
  own: false,
  can: { edit: true, changeRole: true, remove: true, invite: false, switchShift: true },
});

const scheduleOf = (name: string) =>
  weekOf('2026-11-23', '2026-11-23', {
    people: [
      personHours({ id: 'lee', name, exceptions: [{ date: '2026-11-24', periods: [], note: name, version: 1 }] }),
    ],
    serverNow: at,
  });

const messageTo = (to: string) => messageOf({ to, lastError: `550 ${'e'.repeat(120)}` });

const screens: Readonly<
  Record<string, (name: string) => { screen: React.ReactNode; at: string; answers: Record<string, { json: unknown }> }>
> = {
  leads: (name) => ({
    screen: <LeadsScreen />,
    at: '/leads/lead-2',
    answers: {
      'GET /api/desk/leads': {
        json: {
          rows: [leads.rowOf({ id: 'lead-2', name, ownerName: name, detail: name })],
          cursor: null,
          serverNow: at,
        },
      },
      'GET /api/desk/leads/lead-2': { json: leads.recordOf({ id: 'lead-2', name, ownerName: name }) },
    },
  }),
  dealerships: (name) => ({
    screen: <DealershipsScreen />,
    at: '/dealerships/d1',
    answers: {
      'GET /api/desk/dealerships': {
        json: { rows: [dealerships.rowOf({ id: 'd1', name })], cursor: null, samples: 0 },
      },
      'GET /api/desk/dealerships/d1': { json: dealerships.recordOf({ id: 'd1', name, address: name, website: name }) },
    },
  }),
  people: (name) => ({
    screen: <PeopleScreen />,
    at: '/people',
    answers: {
      'GET /api/desk/people': { json: { people: [personOf(name)], mayInvite: ['agent'], serverNow: at } },
      'GET /api/desk/invitations': { json: { invitations: [] } },
    },
  }),
  schedule: (name) => ({
    screen: <ScheduleScreen />,
    at: '/schedule',
    answers: { 'GET /api/desk/schedule': { json: scheduleOf(name) } },
  }),
  messages: (name) => ({
    screen: <MessagesScreen />,
    at: '/messages/m-1',
    answers: {
      'GET /api/desk/messages': {
        json: {
          messages: [messageTo(`${name.replaceAll(' ', '')}@sample.example`)],
          nextCursor: null,
          unfinished: { failed: 1, unsure: 0, waiting: 0, held: 0 },
          serverNow: at,
        },
      },
      'GET /api/desk/messages/m-1': {
        json: {
          ...messageTo(`${name.replaceAll(' ', '')}@sample.example`),
          events: [{ at, kind: 'failed', attempt: 3, step: null, said: `550 ${'e'.repeat(120)}`, by: name }],
          preview: { subject: name, text: name, html: false },
          previewFault: null,
          over: null,
          serverNow: at,
        },
      },
    },
  }),
  board: (name) => ({
    screen: <BoardScreen />,
    at: '/requests/r-1',
    answers: {
      'GET /api/desk/board': {
        json: {
          waiting: [requests.rowOf({ id: 'r-1', dealershipName: name, waitsFor: name })],
          running: [],
          finished: [],
          people: [{ id: 'lee', name, presence: 'available', onShift: true, onCall: false }],
          serverNow: at,
        },
      },
      'GET /api/desk/requests/r-1': { json: requests.recordOf({ dealershipName: name, can: { accept: true } }) },
    },
  }),
};

for (const [what, name] of Object.entries(names)) {
  for (const [screen, of] of Object.entries(screens)) {
    test(`R204 the ${screen} fit a phone and a screen with a name ${what}`, async () => {
      const { screen: content, ...options } = of(name);
      mountDesk(content, options);
      await expect.element(page.getByText(name, { exact: false }).first()).toBeInTheDocument();
      await expectFits();
    });
  }
}

test('R1219 a long name takes two lines in the list of leads, and stands whole in the record', async () => {
  const name = 'Harbor Point Motors and Sons of Portland '.repeat(4).trim();
  const { screen, ...options } = screens['leads']?.(name) ?? expect.fail();
  mountDesk(screen, options);
  await page.viewport(1440, 900);
  await expect.element(page.getByText('promised by', { exact: false }).first()).toBeInTheDocument();
  const shown = document.querySelector('.row-dealer strong') ?? expect.fail();
  const lineHeight = Number.parseFloat(getComputedStyle(shown).lineHeight);
  await expect.poll(() => Math.round(shown.getBoundingClientRect().height / lineHeight)).toBe(2);
  expect(document.querySelector('#record-name')?.textContent).toBe(name);
});

for (const [what, name] of Object.entries(names)) {
  test(`R204 the navigation and the own account fit a phone and a screen with a name ${what}`, async () => {
    const person = { id: 'lee', name, email: personOf(name).mail };
    const shown = mountDesk(<App />, {
      // The console's own router is inside the one of the test.
      at: '/desk/account',
      answers: { [`GET ${viewDeskSession.path}`]: { json: { ...sessionOf('admin'), person } } },
    });
    await expect.element(page.getByText(person.email, { exact: false })).toBeInTheDocument();
    await expectFits();
    await page.viewport(1440, 900);
    const rail = document.querySelector('.rail');
    expect(rail?.scrollWidth).toBe(rail?.clientWidth);
    shown.leave();
  });
}

test('R204 the word of a switch stays whole beside a name without a place to break', async () => {
  const people = [{ ...personOf(names['without a place to break']), offDueAt: null }];
  mountDesk(<PeopleScreen />, {
    at: '/people',
    answers: {
      'GET /api/desk/people': { json: { people, mayInvite: ['agent'], serverNow: at } },
      'GET /api/desk/invitations': { json: { invitations: [] } },
    },
  });
  await page.viewport(1024, 768);
  const shift = page.getByRole('switch', { name: /^Shift of/ });
  await expect.element(shift).toHaveTextContent('On');
  const word = document.createRange();
  word.selectNodeContents(shift.element().lastChild ?? expect.fail());
  expect(word.getClientRects()).toHaveLength(1);
});
