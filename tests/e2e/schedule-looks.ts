/** The states of the schedule, for `desk-looks.ts`. The server's own code makes the weeks. */
import type { Page } from '@playwright/test';
import type { Role } from '#contract/desk/permissions.ts';
import { noHours, type Period, type Week } from '#contract/desk/schedule.ts';
import type { Coverage, PersonSchedule, ScheduleWeek } from '#contract/desk/schedule-endpoints.ts';
import { mondayOf } from '#server/calendar.ts';
import { gapsIn, hoursAhead, presentWeek, type Shown, stretchesIn } from '../../server/schedule/view.ts';
import { createZone } from '../../server/schedule/zone.ts';
import type { Responses } from './desk.ts';
import type { Look } from './desk-looks.ts';

const zone = createZone('America/New_York');

const periods = (text: string): Period[] =>
  text.split(', ').map((one) => ({ from: one.slice(0, 5), to: one.slice(6) }));
const weekOf = (texts: Partial<Record<keyof Week, string>>): Week => ({
  ...noHours,
  ...Object.fromEntries(Object.entries(texts).map(([day, text]) => [day, periods(text)])),
});
const workdays = (text: string): Week => weekOf({ mon: text, tue: text, wed: text, thu: text, fri: text });

const weeks: readonly (readonly [id: string, name: string, week: Week | null])[] = [
  ['dana', 'Dana Whitcomb', workdays('09:00-12:30, 13:30-18:00')],
  ['lee-marsh', 'Lee Marsh', workdays('16:00-00:00')],
  ['marlow-finch', 'Marlow Finch', null],
  ['nora-lindqvist', 'Nora Lindqvist', weekOf({ thu: '22:00-06:00', fri: '22:00-06:00', sat: '22:00-06:00' })],
  ['sam-ortiz', 'Sam Ortiz', weekOf({ sat: '08:00-20:00', sun: '08:00-20:00', mon: '00:00-09:00' })],
];

function shownAt(now: string, isUsed = true): Shown {
  const nowMs = Date.parse(now);
  return {
    zone,
    nowMs,
    people: weeks.map(([id, name], at) => ({
      id,
      name,
      role: 'agent',
      on_shift_at: at < 2 ? now : null,
      off_due_at: isUsed && id === 'lee-marsh' ? new Date(nowMs - 600_000).toISOString() : null,
    })) as unknown as Shown['people'],
    schedule: {
      weeks: new Map(isUsed ? weeks.flatMap(([id, , value]) => (value ? [[id, { value, version: 3 }]] : [])) : []),
      exceptions: new Map(
        isUsed
          ? [
              [
                'dana',
                new Map([['2026-11-25', { value: { periods: periods('09:00-12:00'), note: 'dentist' }, version: 1 }]]),
              ],
              ['sam-ortiz', new Map([['2026-11-28', { value: { periods: [], note: '' }, version: 1 }]])],
            ]
          : [],
      ),
      holidays: new Map([
        ['2026-11-26', { value: { name: 'Thanksgiving', periods: [] }, version: 1 }],
        ['2026-12-24', { value: { name: 'Christmas Eve', periods: periods('09:00-14:00') }, version: 1 }],
      ]),
      removed: { weeks: new Map(), exceptions: new Map(), holidays: {} },
    },
  };
}

function weekAt(now: string, { mayManage = true, isUsed = true } = {}): ScheduleWeek {
  const shown = shownAt(now, isUsed);
  const monday = mondayOf(zone.dateAt(shown.nowMs));
  return { ...presentWeek(shown, monday, gapsIn(shown, hoursAhead(shown, 24 * 7))), mayManage };
}

const tuesday = '2026-11-24T15:04:00.000Z';
const week = weekAt(tuesday);
const person = (id: string): PersonSchedule => {
  const found = week.people.find((one) => one.id === id);
  if (!found) throw new Error(`nobody called ${id}`);
  return found;
};

// The deal board shows what is ahead of the machine's clock.
const at = new Date().toISOString();
const now = shownAt(at);

/** The coming hours, with a gap and a person who stays for a request. */
export const coverageNow: Coverage = {
  timeZone: zone.name,
  isUsed: true,
  stretches: stretchesIn(now, hoursAhead(now, 12)),
  gaps: gapsIn(now, hoursAhead(now, 24 * 7)),
  held: [{ id: 'lee-marsh', name: 'Lee Marsh', since: at }],
  serverNow: at,
};

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export const scheduleLooks = (inside: (role: Role, more?: Responses) => Responses): readonly Look[] => {
  const shows = (json: unknown, more: Responses = {}): Responses =>
    inside('manager', { 'GET /api/desk/schedule': { json }, ...more });
  return [
    { name: 'desk-schedule', path: '/desk/schedule', responses: shows(week), shows: 'in the next seven days' },
    {
      name: 'desk-schedule-clock-change',
      path: '/desk/schedule',
      responses: shows(weekAt('2026-10-27T15:04:00.000Z', { mayManage: false })),
      shows: /25 hours/,
    },
    {
      name: 'desk-schedule-empty',
      path: '/desk/schedule',
      responses: shows(weekAt(tuesday, { isUsed: false })),
      shows: 'Nobody has weekly hours yet',
    },
    {
      name: 'desk-schedule-edit',
      path: '/desk/schedule',
      responses: shows(week),
      act: async (page) => {
        await page.getByRole('button', { name: 'Dana Whitcomb', exact: true }).click();
        await page.getByRole('button', { name: 'Copy Monday to…' }).click();
      },
      shows: 'Monday to Friday',
    },
    {
      name: 'desk-schedule-conflict',
      path: '/desk/schedule',
      responses: shows(week, {
        'POST /api/desk/schedule/people/dana/week': {
          status: 409,
          json: { ...person('dana'), week: workdays('08:00-16:00'), version: 4 },
        },
      }),
      act: async (page) => {
        await page.getByRole('button', { name: 'Dana Whitcomb', exact: true }).click();
        await page.getByLabel('Tuesday, hours 2, until').fill('19:00');
        await page.getByRole('button', { name: 'Save the week' }).click();
      },
      shows: 'Somebody else saved these hours while you were writing',
    },
    {
      name: 'desk-schedule-exception',
      path: '/desk/schedule',
      responses: shows(week),
      act: async (page) => press(/^Dana Whitcomb.*Wednesday, November 25|^Dana Whitcomb.*dentist/)(page),
      shows: 'Save this day',
    },
    {
      name: 'desk-schedule-holidays',
      path: '/desk/schedule',
      responses: shows(week),
      act: async (page) => {
        await press('Holidays')(page);
        await press('Add a holiday')(page);
      },
      shows: 'Save the holiday',
    },
  ];
};
