/** Forms that hold more than text: hours, lists and ticks come back after a lock, as typed text does. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Holiday, PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { WebhookForm } from '../connections/WebhookForm.tsx';
import { DayForm } from '../schedule/DayForm.tsx';
import { Holidays } from '../schedule/Holidays.tsx';
import { personOf } from '../schedule/testing.ts';
import { WeekForm } from '../schedule/WeekForm.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

const emptyWeek = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const dana = personOf({ week: emptyWeek });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const nothing = { answers: {} };
const stored = () => JSON.stringify(sessionStorage);

test('R200 hours of a week that were changed and not saved are there again after a lock, and are made from what was seen', async () => {
  const week = (person: PersonSchedule) => <WeekForm person={person} onDone={() => undefined} />;
  const first = mountDesk(week(dana), nothing);
  await button(/Add hours on Monday$/).click();
  await page.getByLabelText('Monday, until').fill('18:30');
  first.leave();
  const path = 'POST /api/desk/schedule/people/dana/week';
  const theirs: PersonSchedule = { ...dana, version: 2, week: { ...emptyWeek, tue: [{ from: '08:00', to: '12:00' }] } };
  const second = mountDesk(week(theirs), { answers: { [path]: { status: 409, json: theirs } } });
  await expect.element(page.getByLabelText('Monday, until')).toHaveValue('18:30');
  await button('Save the week').click();
  // Somebody else saved while the desk was locked: both are shown, and nothing is overwritten.
  await expect.element(page.getByText(/Somebody else saved these hours/)).toBeVisible();
  expect(second.sent(path)).toMatchObject([{ version: 1 }]);
  await button('Keep their version').click();
  expect(stored()).not.toContain('18:30');
});

test('R200 hours of a day and why are there again after a lock, until they are saved', async () => {
  const path = 'POST /api/desk/schedule/people/dana/days/2026-11-25';
  const done = vi.fn<(text: string) => void>();
  const day = () => <DayForm person={dana} date="2026-11-25" onDone={done} />;
  const first = mountDesk(day(), nothing);
  await page.getByLabelText('Other hours').click();
  await page.getByLabelText(/, until$/).fill('13:15');
  await page.getByLabelText(/^Why/).fill('dentist');
  first.leave();
  mountDesk(day(), { answers: { [path]: { json: dana } } });
  await expect.element(page.getByLabelText('Other hours')).toBeChecked();
  await expect.element(page.getByLabelText(/, until$/)).toHaveValue('13:15');
  await expect.element(page.getByLabelText(/^Why/)).toHaveValue('dentist');
  await button('Save this day').click();
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(stored()).not.toMatch(/13:15|dentist/);
});

const thanksgiving: Holiday = { date: '2026-11-26', name: 'Thanksgiving', periods: [], version: 1 };
const holidays = (known: Holiday[]) => <Holidays removedHolidays={{}} holidays={known} today="2026-11-23" mayManage />;

test('R200 a holiday that was typed and not saved is there again after a lock', async () => {
  const first = mountDesk(holidays([]), nothing);
  await button('Add a holiday').click();
  await page.getByLabelText('Date').fill('2026-12-24');
  await page.getByLabelText('Name').fill('The eve');
  await page.getByLabelText('Everybody, only within these hours').click();
  await page.getByLabelText(/, until$/).fill('12:30');
  first.leave();
  mountDesk(holidays([]), nothing);
  await button('Add a holiday').click();
  await expect.element(page.getByLabelText('Name')).toHaveValue('The eve');
  await expect.element(page.getByLabelText(/, until$/)).toHaveValue('12:30');
});

test('R281 a holiday that somebody made on the date while another was typed is shown before it is replaced', async () => {
  const path = 'POST /api/desk/schedule/holidays/2026-11-26';
  const answers = { [path]: { json: { ...thanksgiving, name: 'Closed', version: 2 } } };
  const screen = mountDesk(holidays([]), { answers });
  await button('Add a holiday').click();
  await page.getByLabelText('Date').fill('2026-11-26');
  await page.getByLabelText('Name').fill('Closed');
  // The stream announces that somebody made the holiday meanwhile.
  screen.show(holidays([thanksgiving]));
  await button('Save the holiday').click();
  await expect.element(page.getByText('There is a holiday on this date already')).toBeVisible();
  expect(screen.sent(path)).toEqual([]);
  await button('Save my version').click();
  await expect.poll(() => screen.sent(path)).toMatchObject([{ version: 1, holiday: { name: 'Closed' } }]);
});

test('R200 the address and the events of an endpoint are there again after a lock', async () => {
  const form = () => <WebhookForm draft="webhook new" submit="Add it" onSend={async () => undefined} />;
  const first = mountDesk(form(), nothing);
  await page.getByLabelText('Address').fill('https://receiver.example/in');
  await page.getByRole('checkbox').first().click();
  first.leave();
  mountDesk(form(), nothing);
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://receiver.example/in');
  await expect.element(page.getByRole('checkbox').first()).toBeChecked();
});

test('R200 a jacket that is being edited is there again after a lock, until it is discarded', async () => {
  const view = {
    textAgent: { version: 1, on: true, nobodyReached: null },
    sharedCode: { version: 1, on: true, anyOwnCode: true },
    alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
    jacket: { version: 1, items: [{ item: 'menu', label: 'Signed menu' }], retired: [] },
    lenderHours: { version: 1, lenders: ['ALLY'], hours: [] },
  } satisfies SettingsView;
  const answers = { 'GET /api/desk/settings': { json: view } };
  const first = mountDesk(<SettingsScreen />, { answers });
  await page.getByRole('textbox', { name: 'Item 1' }).fill('Menu, signed twice');
  await button('Add an item').click();
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Title');
  await button('Add hours of ALLY').click();
  await page.getByLabelText(/^Mon–Fri/).fill('08:00-19:45');
  first.leave();
  mountDesk(<SettingsScreen />, { answers });
  await expect.element(page.getByRole('textbox', { name: 'Item 1' })).toHaveValue('Menu, signed twice');
  await expect.element(page.getByRole('textbox', { name: 'Item 2' })).toHaveValue('Title');
  await button('Add hours of ALLY').click();
  await expect.element(page.getByLabelText(/^Mon–Fri/)).toHaveValue('08:00-19:45');
  await button('Cancel').click();
  await button('Discard').click();
  await expect.element(page.getByRole('textbox', { name: 'Item 1' })).toHaveValue('Signed menu');
  expect(stored()).not.toMatch(/signed twice|19:45/);
});
