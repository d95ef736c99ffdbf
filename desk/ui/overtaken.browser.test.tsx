/** Something was typed before a reload, and somebody else saved meanwhile. The form says so before anything is sent. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Period } from '#contract/desk/schedule.ts';
import type { Holiday, PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { queryClient } from '../lib/read.ts';
import { DayForm } from '../schedule/DayForm.tsx';
import { Holidays } from '../schedule/Holidays.tsx';
import { WeekForm } from '../schedule/WeekForm.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

const noHours = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const date = '2026-11-25';
const morning: Period[] = [{ from: '08:00', to: '12:00' }];
const personOf = (exceptions: PersonSchedule['exceptions'], parts: Partial<PersonSchedule> = {}): PersonSchedule => ({
  id: 'dana',
  name: 'Dana Whitcomb',
  onShift: false,
  week: noHours,
  version: 1,
  exceptions,
  removedExceptions: {},
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
  ...parts,
});
const exceptionOf = (periods: Period[], version: number) => ({ date, periods, note: '', version });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const somebody = page.getByText(/Somebody changed this/);
const nothing = { answers: {} };

const day = (person: PersonSchedule) => <DayForm person={person} date={date} onDone={() => undefined} />;

/** Types other hours of a day, and the form is taken away. */
async function typeDay(person: PersonSchedule): Promise<void> {
  const first = mountDesk(day(person), nothing);
  await page.getByLabelText('Other hours').click();
  await page.getByLabelText(/, until$/).fill('13:15');
  first.leave();
}

test('R493 hours of a day that somebody set while others were typed are said beside them after a reload', async () => {
  await typeDay(personOf([]));
  mountDesk(day(personOf([exceptionOf(morning, 1)])), nothing);
  await expect
    .element(page.getByText(/The saved version now has Hours on Wednesday, November 25: 8\sam – noon\.$/))
    .toBeVisible();
  await expect.element(page.getByLabelText(/, until$/)).toHaveValue('13:15');
});

test('R493 hours of a day that somebody took away while others were typed are said after a reload', async () => {
  const person = personOf([exceptionOf([], 4)]);
  await typeDay(person);
  mountDesk(day(personOf([])), nothing);
  await expect.element(page.getByText(/The saved version now has Hours on .*: As every week: Off\.$/)).toBeVisible();
});

test('R493 hours of a day that nobody saved meanwhile stand there without a word', async () => {
  for (const person of [personOf([]), personOf([exceptionOf(morning, 3)])]) {
    await typeDay(person);
    const again = mountDesk(day(person), nothing);
    await expect.element(page.getByLabelText(/, until$/)).toHaveValue('13:15');
    await expect.element(somebody).not.toBeInTheDocument();
    again.leave();
    sessionStorage.clear();
  }
});

const holidays = (known: Holiday[]) => <Holidays removedHolidays={{}} holidays={known} today="2026-11-23" mayManage />;
const eveOf = (name: string, version: number): Holiday => ({ date: '2026-12-24', name, periods: [], version });

/** Types a holiday without its hours, and the form is taken away. */
async function typeHoliday(known: Holiday[]): Promise<void> {
  const first = mountDesk(holidays(known), nothing);
  await button('Add a holiday').click();
  await page.getByLabelText('Date').fill('2026-12-24');
  await page.getByLabelText('Name').fill('The eve');
  first.leave();
}

for (const [what, before, after, said] of [
  ['made', [], [eveOf('Closed', 1)], 'Closed: Nobody works'],
  ['changed', [eveOf('Eve', 1)], [eveOf('Closed', 2)], 'Closed: Nobody works'],
  ['took away', [eveOf('Eve', 1)], [], 'No holiday'],
] as const) {
  test(`R493 a holiday that somebody ${what} while another was typed on its date is said after a reload`, async () => {
    await typeHoliday([...before]);
    mountDesk(holidays([...after]), nothing);
    await button('Add a holiday').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('The eve');
    await expect.element(page.getByLabelText('Date')).toHaveValue('2026-12-24');
    await expect
      .element(page.getByText(new RegExp(`The saved version now has Thursday, December 24: ${said}\\.$`)))
      .toBeVisible();
  });
}

test('R493 a holiday on another date is no word beside the one that was typed', async () => {
  const other: Holiday = { date: '2026-12-31', name: 'Other', periods: [], version: 1 };
  await typeHoliday([eveOf('Eve', 1)]);
  mountDesk(holidays([eveOf('Eve', 1), other]), nothing);
  await button('Add a holiday').click();
  await expect.element(page.getByLabelText('Date')).toHaveValue('2026-12-24');
  await expect.element(somebody).not.toBeInTheDocument();
});

const viewOf = (jacket: SettingsView['jacket']): SettingsView => ({
  textAgent: { version: 1, on: true, nobodyReached: null },
  sharedCode: { version: 1, on: true, anyOwnCode: true },
  alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
  jacket,
  lenderHours: { version: 1, lenders: ['ALLY'], hours: [] },
});
const jacketOf = (version: number, ...labels: string[]): SettingsView['jacket'] => ({
  version,
  items: labels.map((label, at) => ({ item: String(at), label })),
  retired: [],
});
function settings(jacket: SettingsView['jacket']) {
  queryClient.clear();
  return mountDesk(<SettingsScreen />, { answers: { 'GET /api/desk/settings': { json: viewOf(jacket) } } });
}

test('R493 a jacket that somebody saved while another was typed is said beside it after a reload', async () => {
  const item = page.getByRole('textbox', { name: 'Item 1' });
  const first = settings(jacketOf(1, 'Signed menu', 'Title'));
  await item.fill('Menu, signed twice');
  first.leave();
  const second = settings(jacketOf(1, 'Signed menu', 'Title'));
  await expect.element(item).toHaveValue('Menu, signed twice');
  await expect.element(somebody).not.toBeInTheDocument();
  second.leave();
  settings(jacketOf(2, 'Signed menu', 'Title', 'Proof of insurance'));
  await expect
    .element(page.getByText(/The saved version now has Items, in order: Signed menu, Title, Proof of insurance\.$/))
    .toBeVisible();
  await expect.element(item).toHaveValue('Menu, signed twice');
});

test('R461 of a week that was typed only the days that somebody else changed are said, and nothing after it was saved', async () => {
  const week = (parts: Partial<PersonSchedule>) => <WeekForm person={personOf([], parts)} onDone={() => undefined} />;
  const first = mountDesk(week({}), nothing);
  await button(/Add hours on Monday$/).click();
  first.leave();
  const theirs = { version: 2, week: { ...noHours, tue: morning } };
  const mine = { version: 3, week: { ...noHours, mon: [{ from: '09:00', to: '17:00' }] } };
  const path = 'POST /api/desk/schedule/people/dana/week';
  const second = mountDesk(week(theirs), { answers: { [path]: { json: personOf([], mine) } } });
  await expect.element(page.getByText(/The saved version now has Tuesday: 8\sam – noon\.$/)).toBeVisible();
  await button('Save the week').click();
  await expect.element(somebody).not.toBeInTheDocument();
  // Later typing is compared with what was just saved.
  await page.getByLabelText('Monday, until').fill('18:00');
  second.leave();
  mountDesk(week(mine), nothing);
  await expect.element(page.getByLabelText('Monday, until')).toHaveValue('18:00');
  await expect.element(somebody).not.toBeInTheDocument();
});
