/** What a screen shows changes by time alone, and no event tells it. */
import '../styles/desk.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { rowOf, testNow } from '../leads/testing.ts';
import { NumbersScreen } from '../numbers/NumbersScreen.tsx';
import { figuresOf } from '../numbers/testing.ts';
import { deskClock } from './session.ts';
import { startOfDay } from './times.ts';

function holdTime(atMs: number): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: atMs });
  onTestFinished(() => void vi.useRealTimers());
}

test('R756 a lead that becomes late comes into the list of late leads within a minute', async () => {
  holdTime(Date.parse(testNow));
  const early = rowOf({ id: 'early', name: 'Gulf Shore Marine' });
  let rows = [early];
  const list = 'GET /api/desk/leads';
  const { calls } = mountDesk(<LeadsScreen />, {
    at: '/leads?late=yes',
    answers: { [list]: () => ({ json: { rows, cursor: null, serverNow: testNow } }) },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(page.getByText('Gulf Shore Marine')).toBeVisible();
  rows = [early, rowOf({ id: 'now', name: 'Summit Imports' })];
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(page.getByText('Summit Imports')).toBeVisible();
  // What all leads are does not change by time.
  await page.getByRole('checkbox', { name: 'Late' }).click();
  await expect
    .poll(() => calls.filter(({ name, query }) => name === list && query.get('late') === null).length)
    .toBe(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(calls.filter(({ name, query }) => name === list && query.get('late') === null)).toHaveLength(1);
});

test('R756 the numbers of a running period that are open over midnight are those of the new day', async () => {
  const zone = 'America/New_York';
  const midnight = Date.parse(startOfDay('2026-11-23', zone));
  holdTime(midnight - 10_000);
  deskClock.onEvent(new Date().toISOString());
  let [from, to, today] = ['2026-11-16', '2026-11-22', '2026-11-22'];
  mountDesk(<NumbersScreen />, {
    at: '/numbers',
    answers: { 'GET /api/desk/figures': () => ({ json: figuresOf({ from, to }, { today }) }) },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(page.getByText(/16 to 22, 2026/).first()).toBeVisible();
  [from, to, today] = ['2026-11-23', '2026-11-29', '2026-11-23'];
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(page.getByText(/23 to 29, 2026/).first()).toBeVisible();
});
