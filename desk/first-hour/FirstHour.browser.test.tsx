import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FirstHourView } from '#contract/desk/first-hour-endpoints.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { FirstHourScreen } from './FirstHourScreen.tsx';

const view = 'GET /api/desk/first-hour';
const at = '2026-11-21T21:06:00.000Z';

const viewOf = (parts: Partial<FirstHourView> = {}): FirstHourView => ({
  mail: { state: 'open', configured: true, last: null },
  texts: { state: 'open', configured: true, ownPhone: '+12075550131', last: null },
  links: { state: 'open', publicUrl: 'https://desk.example', hasPublicUrl: true, last: null },
  samples: { state: 'open', names: ['Alder Creek Motors'] },
  codes: { state: 'open', dealerships: 2, withOwnCode: 0, without: ['Harbor Point Motors'] },
  shift: { state: 'open', people: [], nobodyReached: 'Nobody is on shift.', textAgentOn: false },
  gaps: { state: 'open', count: 3 },
  backup: { state: 'open', at: null, command: 'npm run backup' },
  restore: { state: 'open', at: null, command: 'npm run restore', database: null },
  sweep: { state: 'open', at, records: 12 },
  open: 9,
  serverNow: at,
  ...parts,
});

const json = (value: FirstHourView): Answer => ({ json: value });
const people: Answer = { json: { people: [], mayInvite: [], serverNow: at } };
const button = (name: string | RegExp) => page.getByRole('button', { name });

const states: readonly (readonly [string, Answer, string | RegExp])[] = [
  ['loads', 'never', 'Loading the first hour…'],
  ['failed', { status: 500, text: 'Something went wrong.' }, 'Could not load the first hour'],
  ['is not for this role', { status: 403, text: 'No.' }, /Your role does not allow you to see the first hour/],
  ['is all to do', json(viewOf()), /9 things are left before the first night/],
  ['is done', json(viewOf({ open: 0 })), /Everything is done/],
];

test.each(states)('R204 a first hour that %s says so, and fits a phone and a screen', async (_, answer, words) => {
  mountDesk(<FirstHourScreen />, { answers: { [view]: answer, 'GET /api/desk/people': people } });
  await expect.element(page.getByText(words)).toBeVisible();
  await expectFits();
});

test('R204 a first hour that could not be read is there once it can, by one press', async () => {
  let fails = true;
  mountDesk(<FirstHourScreen />, {
    answers: {
      [view]: () => (fails ? { status: 500, text: 'Something went wrong.' } : json(viewOf({ open: 1 }))),
      'GET /api/desk/people': people,
    },
  });
  await expect.element(page.getByText('Could not load the first hour')).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.element(page.getByText(/1 thing is left before the first night/)).toBeVisible();
});

test('R772 a rehearsal with PostgreSQL says which database to make first, and where its password goes', async () => {
  const command = 'PGPASSWORD=PASSWORD DATABASE_URL=postgres://boxline@db.example/boxline_rehearsal npm run restore';
  const restore = { state: 'optional', at: null, command, database: 'boxline_rehearsal' } as const;
  const { leave } = mountDesk(<FirstHourScreen />, { answers: { [view]: json(viewOf({ restore })) } });
  await expect.element(page.getByText(/First make the empty database boxline_rehearsal/)).toBeVisible();
  await expect.element(page.getByText(/Replace PASSWORD with the password of that user\./)).toBeVisible();
  await expect.element(page.getByText(command, { exact: true })).toBeVisible();
  await expectFits();
  leave();
});

test('R1047 a sweep that waits says what it found, and leads to where it is confirmed', async () => {
  mountDesk(<FirstHourScreen />, { answers: { [view]: json(viewOf()), 'GET /api/desk/people': people } });
  await expect.element(page.getByText(/12 records are past their retention period/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See the records' })).toHaveAttribute('href', '/desk/records');
});

test('R916 texts that went out without a test are not denied', async () => {
  const texts = { state: 'done', configured: true, ownPhone: null, last: null } as const;
  mountDesk(<FirstHourScreen />, { answers: { [view]: json(viewOf({ texts })), 'GET /api/desk/people': people } });
  await expect.element(page.getByText('Texts were sent.')).toBeVisible();
  await expect.element(page.getByText('No text has been tried yet.')).not.toBeInTheDocument();
});

test('R1063 a test text is told of in the words of the messages screen, and not by the name of its state', async () => {
  const last = { at, to: '+12075550131', state: 'unsure', said: null, deliveredAt: null } as const;
  const texts = { state: 'open', configured: true, ownPhone: null, last } as const;
  mountDesk(<FirstHourScreen />, { answers: { [view]: json(viewOf({ texts })), 'GET /api/desk/people': people } });
  await expect.element(page.getByText(/0131: May have arrived; retrying/)).toBeVisible();
  await expect.element(page.getByText(/unsure/)).not.toBeInTheDocument();
});

test('R794 a test link says that nobody could be listed, or that nobody can be reached', async () => {
  let fails = true;
  mountDesk(<FirstHourScreen />, {
    answers: { [view]: json(viewOf()), 'GET /api/desk/people': () => (fails ? { status: 500, text: 'No' } : people) },
  });
  await expect.element(page.getByText('Could not load the people')).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.element(page.getByRole('link', { name: 'Add somebody’s number or address under People' })).toBeVisible();
});

test('R796 a test that failed does not say that it counts once', async () => {
  mountDesk(<FirstHourScreen />, {
    answers: {
      [view]: json(viewOf()),
      'GET /api/desk/people': people,
      'POST /api/desk/first-hour/text': commonRefusals.internal,
    },
  });
  await button(/^Send a test to/).click();
  await expect
    .element(page.getByText('Something went wrong on our side. It may have been done. Check before you press again.'))
    .toBeVisible();
});
