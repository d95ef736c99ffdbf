/** The week of the schedule by the keys alone. */
import '../styles/desk.css';
import './schedule.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noHours } from '#contract/desk/schedule.ts';
import type { PersonSchedule, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { mount } from '../../tests/components/mount.ts';
import { daysAfter, startOfDay } from '../lib/times.ts';
import { WeekGrid } from './WeekGrid.tsx';

const zone = 'America/New_York';

const personOf = (name: string): PersonSchedule => ({
  id: name.toLowerCase(),
  name,
  onShift: false,
  week: noHours as PersonSchedule['week'],
  version: 1,
  exceptions: [],
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
});

/** The week that begins on a Monday, seen on a day. */
const weekOf = (monday: string, today: string): ScheduleWeek => ({
  timeZone: zone,
  today,
  days: Array.from({ length: 7 }, (_, at) => {
    const date = daysAfter(monday, at);
    return { date, startsAt: startOfDay(date, zone), endsAt: startOfDay(daysAfter(date, 1), zone), holiday: null };
  }),
  people: [personOf('Ada'), personOf('Bo')],
  gaps: [],
  gapsAhead: 0,
  holidays: [],
  mayManage: true,
  serverNow: `${today}T17:00:00.000Z`,
});

const focused = () => (document.activeElement as HTMLElement).dataset['cell'];
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-cell]')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ dataset }) => dataset['cell']);

test('R757 whoever walked through another week reaches the days of this week that are not over, by Tab and by the arrows', async () => {
  await page.viewport(1440, 900);
  const open = () => undefined;
  const thisWeek = weekOf('2026-11-23', '2026-11-26');
  const screen = mount(<WeekGrid week={thisWeek} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-26']);
  screen.show(<WeekGrid week={weekOf('2026-11-30', '2026-11-26')} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-30']);
  document.querySelector<HTMLElement>('[data-cell="bo 2026-11-30"]')?.focus();
  await expect.poll(tabStops).toEqual(['bo 2026-11-30']);
  screen.show(<WeekGrid week={thisWeek} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['bo 2026-11-26']);
  document.querySelector<HTMLElement>('[data-cell="bo 2026-11-26"]')?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toBe('bo 2026-11-26');
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(focused()).toBe('ada 2026-11-27');
  // Midnight passes.
  screen.show(<WeekGrid week={weekOf('2026-11-23', '2026-11-28')} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-28']);
});
