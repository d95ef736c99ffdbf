/** Hours that are changed while they are being saved. */
import '../styles/desk.css';
import './schedule.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noHours } from '#contract/desk/schedule.ts';
import type { Holiday, PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { DayForm } from './DayForm.tsx';
import { Holidays } from './Holidays.tsx';
import { PersonHours } from './PersonHours.tsx';

const day = [{ from: '09:00', to: '17:00' }];
const dana: PersonSchedule = {
  id: 'dana',
  name: 'Dana Whitcomb',
  week: { ...noHours, mon: day } as PersonSchedule['week'],
  version: 1,
  exceptions: [],
  removedExceptions: {},
  onShift: false,
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
};
const weekPath = 'POST /api/desk/schedule/people/dana/week';
const dayPath = 'POST /api/desk/schedule/people/dana/days/2026-11-25';
const holidayPath = (date: string) => `POST /api/desk/schedule/holidays/${date}`;
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const moreToSave = page.getByText(/What you changed since is not saved yet/);

const hoursOf = (person: PersonSchedule, onDone: (text: string) => void) => (
  <PersonHours
    person={person}
    zone="America/New_York"
    today="2026-11-23"
    mayManage
    date={undefined}
    onDate={() => undefined}
    onDone={onDone}
  />
);

test('R750 hours of a week that are changed while it is being saved stay, with the form, and are saved by the next press', async () => {
  const onDone = vi.fn<(text: string) => void>();
  const first = Promise.withResolvers<Answer>();
  const answers: (Answer | Promise<Answer>)[] = [first.promise];
  const none: PersonSchedule = { ...dana, week: null, version: 0 };
  const { sent, show } = mountDesk(hoursOf(none, onDone), {
    answers: { [weekPath]: async () => (await answers.shift()) ?? { status: 500 } },
  });
  await button(/Add hours on Monday$/).click();
  await button('Save the week').click();
  await page.getByLabelText('Monday, until').fill('18:00');
  // The stream tells of the first hours of the person before the answer arrives.
  show(hoursOf(dana, onDone));
  first.resolve({ json: dana });
  await expect.element(moreToSave).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await expect.element(page.getByLabelText('Monday, until')).toHaveValue('18:00');
  answers.push({ json: { ...dana, version: 2 } });
  await button('Save the week').click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(sent(weekPath)).toMatchObject([
    { version: 0, week: { mon: day } },
    { version: 1, week: { mon: [{ from: '09:00', to: '18:00' }] } },
  ]);
  expect(JSON.stringify(sessionStorage)).not.toContain('18:00');
});

test('R750 hours that are changed while somebody else’s are met are part of what the person decides about', async () => {
  const slow = Promise.withResolvers<Answer>();
  const theirs = { ...dana, version: 4, week: { ...noHours, tue: day } as PersonSchedule['week'] };
  let isFirst = true;
  const { sent } = mountDesk(
    hoursOf(dana, () => undefined),
    {
      answers: {
        [weekPath]: () => {
          if (!isFirst) return { json: { ...theirs, version: 5 } };
          isFirst = false;
          return slow.promise;
        },
      },
    },
  );
  await page.getByLabelText('Monday, until').fill('18:00');
  await button('Save the week').click();
  await page.getByLabelText('Monday, until').fill('19:00');
  slow.resolve({ status: 409, json: theirs });
  await expect.element(page.getByRole('row', { name: /^Monday/ })).toHaveTextContent('MondayOff9 am – 7 pm (differs)');
  await button('Save my version').click();
  await expect
    .poll(() => sent(weekPath)[1])
    .toMatchObject({ version: 4, week: { mon: [{ from: '09:00', to: '19:00' }], tue: day } });
});

test('R750 hours of a date and why that are changed while they are being saved stay, with the form', async () => {
  const onDone = vi.fn<(text: string) => void>();
  const first = Promise.withResolvers<Answer>();
  const after = (to: string, note: string, version: number): PersonSchedule => ({
    ...dana,
    exceptions: [{ date: '2026-11-25', periods: [{ from: '09:00', to }], note, version }],
  });
  const answers: (Answer | Promise<Answer>)[] = [first.promise];
  const { sent } = mountDesk(<DayForm person={dana} date="2026-11-25" onDone={onDone} />, {
    answers: { [dayPath]: async () => (await answers.shift()) ?? { status: 500 } },
  });
  await page.getByLabelText('Other hours').click();
  await page.getByLabelText(/^Why/).fill('dentist');
  await button('Save this day').click();
  await page.getByLabelText(/, until$/).fill('13:15');
  await page.getByLabelText(/^Why/).fill('dentist, then home');
  first.resolve({ json: after('17:00', 'dentist', 1) });
  await expect.element(moreToSave).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  answers.push({ json: after('13:15', 'dentist, then home', 2) });
  await button('Save this day').click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(sent(dayPath)).toMatchObject([
    { version: 0, hours: { note: 'dentist', periods: day } },
    { version: 1, hours: { note: 'dentist, then home', periods: [{ from: '09:00', to: '13:15' }] } },
  ]);
});

test('R750 the next holiday that is typed while one is being saved stays, also when that one meets somebody else’s', async () => {
  const theirs: Holiday = { date: '2026-12-24', name: 'Closed', periods: [], version: 3 };
  const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  const { sent } = mountDesk(<Holidays holidays={[]} removedHolidays={{}} today="2026-11-23" mayManage />, {
    answers: {
      [holidayPath('2026-11-26')]: () => first.promise,
      [holidayPath('2026-12-24')]: ({ body }) =>
        (body as { version: number }).version === 0 ? second.promise : { json: { ...theirs, version: 4 } },
    },
  });
  const [date, name] = [page.getByLabelText('Date'), page.getByLabelText('Name')];
  const type = async (when: string, what: string) => {
    await date.fill(when);
    await name.fill(what);
  };
  await button('Add a holiday').click();
  await type('2026-11-26', 'Thanksgiving');
  await button('Save the holiday').click();
  await type('2026-12-24', 'The eve');
  first.resolve({ json: { date: '2026-11-26', name: 'Thanksgiving', periods: [], version: 1 } });
  await expect.element(page.getByText(/^Thanksgiving, .*: nobody works\.$/)).toBeVisible();
  await expect.element(date).toHaveValue('2026-12-24');
  await expect.element(name).toHaveValue('The eve');
  await button('Save the holiday').click();
  await type('2026-12-25', 'Christmas');
  second.resolve({ status: 409, json: theirs });
  await expect.element(page.getByText('There is a holiday on this date already')).toBeVisible();
  await button('Save my version').click();
  await expect.element(date).toHaveValue('2026-12-25');
  await expect.element(name).toHaveValue('Christmas');
  expect(JSON.stringify(sessionStorage)).toContain('Christmas');
  expect(sent(holidayPath('2026-12-24'))).toMatchObject([{ version: 0 }, { version: 3, holiday: { name: 'The eve' } }]);
});

test('R1243 that a holiday is saved is not said over what somebody else has stored for the date since', async () => {
  const mine: Holiday = { date: '2026-12-24', name: 'Closed', periods: [], version: 1 };
  const list = (holidays: Holiday[], removedHolidays: Record<string, number> = {}) => (
    <Holidays holidays={holidays} removedHolidays={removedHolidays} today="2026-11-23" mayManage />
  );
  const { show } = mountDesk(list([]), { answers: { [holidayPath(mine.date)]: { json: mine } } });
  const said = page.getByText(/^Closed, .*: nobody works\.$/);
  await button('Add a holiday').click();
  for (const over of [list([{ ...mine, name: 'Half day', version: 2 }]), list([], { [mine.date]: 2 })]) {
    show(list([]));
    await page.getByLabelText('Date').fill(mine.date);
    await page.getByLabelText('Name').fill(mine.name);
    await button('Save the holiday').click();
    await expect.element(said).toBeVisible();
    show(list([mine]));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Closed' })).toBeVisible();
    await expect.element(said).toBeVisible();
    show(over);
    await expect.element(said).not.toBeInTheDocument();
  }
});
