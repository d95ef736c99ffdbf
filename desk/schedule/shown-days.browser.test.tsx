/** The days that the schedule shows: those of its address, and after midnight those of the new day. */
import '../styles/desk.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { scheduleRefusals } from '#contract/desk/schedule.ts';
import { type Answer, type Call, mountDesk } from '../../tests/components/desk.tsx';
import { deskClock } from '../lib/session.ts';
import { daysAfter, startOfDay } from '../lib/times.ts';
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

/** A server's schedule on a day, which refuses weeks that are over. */
function scheduleOn(today: () => string) {
  const mondays = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'];
  return ({ query }: Call): Answer => {
    const monday = mondays.findLast((one) => one <= (query.get('date') ?? today())) ?? '';
    return daysAfter(monday, 7) > today()
      ? { json: weekOf(monday, today(), { serverNow: new Date().toISOString() }) }
      : { status: 422, text: scheduleRefusals.badDate.text };
  };
}

const dates = (text: string) => page.getByText(text, { exact: true });

test('R795 a schedule that is open at the end of Sunday shows the week that begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.parse(startOfDay('2026-11-02', zone)) - 10_000);
  deskClock.onEvent(new Date().toISOString());
  let today = '2026-11-01';
  mountDesk(<ScheduleScreen />, {
    at: '/schedule?week=2026-10-26',
    answers: { 'GET /api/desk/schedule': scheduleOn(() => today) },
  });
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(dates('Oct 26 – Nov 1')).toBeVisible();
  today = '2026-11-02';
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(dates('Nov 2 – Nov 8')).toBeVisible();
  await expect.element(page.getByText('Could not load the schedule')).not.toBeInTheDocument();
  expect(location.search).toBe('');
});

test('R795 an address whose week is over shows this week, and whoever steps back to this week has no week in the address', async () => {
  mountDesk(<ScheduleScreen />, {
    at: '/schedule?week=2026-10-19',
    answers: { 'GET /api/desk/schedule': scheduleOn(() => '2026-10-31') },
  });
  await expect.element(dates('Oct 26 – Nov 1')).toBeVisible();
  await expect.element(page.getByText('Could not load the schedule')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Later week' }).click();
  await expect.element(dates('Nov 2 – Nov 8')).toBeVisible();
  expect(location.search).toBe('?week=2026-11-02');
  await page.getByRole('button', { name: 'Earlier week' }).click();
  await expect.element(dates('Oct 26 – Nov 1')).toBeVisible();
  expect(location.search).toBe('');
});

test('R795 nobody steps to a week that is too far ahead', async () => {
  mountDesk(<ScheduleScreen />, {
    at: '/schedule?week=2028-10-30',
    answers: {
      'GET /api/desk/schedule': ({ query }) => ({ json: weekOf(query.get('date') ?? '', '2026-10-31') }),
    },
  });
  await expect.element(page.getByText(/^Oct 30 – Nov 5/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Later week' })).toHaveAttribute('aria-disabled', 'true');
});

test('R821 every press of a later or an earlier week moves one week, however slowly the weeks come', async () => {
  const weeks = Promise.withResolvers<undefined>();
  mountDesk(<ScheduleScreen />, {
    answers: {
      'GET /api/desk/schedule': async ({ query }) => {
        const date = query.get('date');
        if (date !== null) await weeks.promise;
        return { json: weekOf(date ?? '2026-10-26', '2026-10-31') };
      },
    },
  });
  await expect.element(dates('Oct 26 – Nov 1')).toBeVisible();
  const later = page.getByRole('button', { name: 'Later week' });
  await later.click();
  await later.click();
  await later.click();
  await page.getByRole('button', { name: 'Earlier week' }).click();
  expect(location.search).toBe('?week=2026-11-09');
  weeks.resolve(undefined);
  await expect.element(dates('Nov 9 – Nov 15')).toBeVisible();
});
