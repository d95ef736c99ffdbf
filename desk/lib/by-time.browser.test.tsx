/** What a screen shows changes by time alone, and no event tells it. */
import '../styles/desk.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listInvitations } from '#contract/desk/link-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { rowOf, testNow } from '../leads/testing.ts';
import { NumbersScreen } from '../numbers/NumbersScreen.tsx';
import { figuresOf } from '../numbers/testing.ts';
import { Invitations } from '../people/Invitations.tsx';
import { deskClock } from './session.ts';
import { startOfDay } from './times.ts';

function holdTime(atMs: number): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: atMs,
  });
  onTestFinished(() => void vi.useRealTimers());
}

test('R756 a lead that becomes late comes into the list of late leads at that moment', async () => {
  holdTime(Date.parse(testNow));
  deskClock.onEvent(testNow);
  const early = rowOf({ id: 'early', name: 'Gulf Shore Marine' });
  let rows = [early];
  const dueAt = new Date(Date.parse(testNow) + 30_000).toISOString();
  const list = 'GET /api/desk/leads';
  const { calls } = mountDesk(<LeadsScreen />, {
    at: '/leads?late=yes',
    answers: {
      [list]: () => ({ json: { rows, cursor: null, changesAt: dueAt, serverNow: new Date().toISOString() } }),
    },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(page.getByText('Gulf Shore Marine')).toBeVisible();
  rows = [early, rowOf({ id: 'now', name: 'Summit Imports' })];
  await vi.advanceTimersByTimeAsync(29_000);
  expect(calls.filter(({ name }) => name === list)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3000);
  await expect.element(page.getByText('Summit Imports')).toBeVisible();
});

test('R900 what somebody looks at is read again at each moment that it shows, and at no other time', async () => {
  holdTime(Date.parse(testNow));
  const startMs = Date.now();
  deskClock.onEvent(testNow);
  const invitation = (ms: number) => ({
    id: String(ms),
    personId: 'lee',
    name: 'Lee Marsh',
    email: 'lee@boxline.example',
    role: 'agent',
    invitedBy: 'Dana Whitcomb',
    createdAt: testNow,
    expiresAt: new Date(startMs + ms).toISOString(),
    state: 'open',
    acceptedName: null,
    acceptedAt: null,
  });
  const list = `GET ${listInvitations.path}`;
  const { calls } = mountDesk(<Invitations onSaid={() => {}} />, {
    answers: { [list]: () => ({ json: { invitations: [40_000, 90_000].map(invitation) } }) },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => calls.length).toBe(1);
  const reads = () => calls.filter(({ name }) => name === list).length;
  for (const [ms, count] of [
    [39_000, 1],
    [5000, 2],
    [44_000, 2],
    [5000, 3],
    [600_000, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(reads()).toBe(count);
  }
});

test('R900 what could not be read at its moment is read a minute later, until it is', async () => {
  holdTime(Date.parse(testNow));
  deskClock.onEvent(testNow);
  const dueAt = new Date(Date.parse(testNow) + 30_000).toISOString();
  const list = 'GET /api/desk/leads';
  let isBusy = false;
  const { calls } = mountDesk(<LeadsScreen />, {
    at: '/leads?late=yes',
    answers: {
      [list]: () =>
        isBusy
          ? { status: 503, json: {} }
          : { json: { rows: [], cursor: null, changesAt: dueAt, serverNow: new Date().toISOString() } },
    },
  });
  await vi.advanceTimersByTimeAsync(100);
  const reads = () => calls.filter(({ name }) => name === list).length;
  await expect.poll(reads).toBe(1);
  isBusy = true;
  await vi.advanceTimersByTimeAsync(40_000);
  // What nobody answers is asked three times in two seconds.
  expect(reads()).toBe(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads()).toBe(7);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(62_000);
  expect(reads()).toBe(8);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads()).toBe(8);
});

test('R756 the numbers of a running period that are open over midnight are those of the new day', async () => {
  const zone = 'America/New_York';
  const midnight = Date.parse(startOfDay('2026-11-23', zone));
  holdTime(midnight - 10_000);
  deskClock.onEvent(new Date().toISOString());
  let [from, to, today] = ['2026-11-16', '2026-11-22', '2026-11-22'];
  const changesAt = new Date(midnight).toISOString();
  mountDesk(<NumbersScreen />, {
    at: '/numbers',
    answers: {
      'GET /api/desk/figures': () => ({
        json: figuresOf({ from, to }, { today, changesAt, serverNow: new Date().toISOString() }),
      }),
    },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(page.getByText(/16 to 22, 2026/).first()).toBeVisible();
  [from, to, today] = ['2026-11-23', '2026-11-29', '2026-11-23'];
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(page.getByText(/23 to 29, 2026/).first()).toBeVisible();
});
