/** The days that the schedule shows: those of its address, and after midnight those of the new day. */
import '../styles/desk.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { deskClock } from '../lib/session.ts';
import { startOfDay } from '../lib/times.ts';
import { ScheduleScreen } from './ScheduleScreen.tsx';
import { weekOf, zone } from './testing.ts';

/** A week with the night in which the clocks go back. */
const weekAt = (today: string, serverNow: string) => weekOf('2026-10-26', today, { serverNow });

test('R501 a schedule that is open over midnight shows the new day as today, also after a day of 25 hours', async () => {
  await page.viewport(400, 800);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const midnight = Date.parse(startOfDay('2026-11-01', zone));
  vi.setSystemTime(midnight - 10_000);
  deskClock.onEvent(new Date().toISOString());
  let today = '2026-10-31';
  const screen = mountDesk(<ScheduleScreen />, {
    answers: { 'GET /api/desk/schedule': () => ({ json: weekAt(today, new Date().toISOString()) }) },
  });
  await vi.advanceTimersByTimeAsync(100);
  const firstDay = page.getByRole('heading', { name: / Today/ });
  await expect.element(firstDay).toHaveTextContent('Saturday, October 31 Today');
  today = '2026-11-01';
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(firstDay).toHaveTextContent('Sunday, November 1 Today 25 hours');
  expect(screen.calls.filter(({ name }) => name === 'GET /api/desk/schedule')).toHaveLength(2);
});

test('R702 an address that names no day shows this week', async () => {
  const screen = mountDesk(<ScheduleScreen />, {
    at: '/schedule?week=next-monday',
    answers: { 'GET /api/desk/schedule': () => ({ json: weekAt('2026-10-31', new Date().toISOString()) }) },
  });
  await expect.element(page.getByText('Oct 26 – Nov 1')).toBeVisible();
  expect(screen.calls.map(({ query }) => query.get('date'))).toEqual([null]);
});
