import '../styles/desk.css';
import './schedule.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noHours, type Week } from '#contract/desk/schedule.ts';
import type { PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { dropDrafts, keepDraftValue } from '../lib/drafts.ts';
import { queryClient } from '../lib/read.ts';
import { WeekForm } from './WeekForm.tsx';

const day = [{ from: '09:00', to: '17:00' }];
const personOf = (week: Week | null, version: number): PersonSchedule => ({
  id: 'lee',
  name: 'Lee Marsh',
  onShift: false,
  week: week as PersonSchedule['week'],
  version,
  exceptions: [],
  removedExceptions: {},
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
});

/** Answers the calls in turn, and records what they send. */
function answering(...answers: { status: number; json: unknown }[]) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: unknown, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    const next = answers.shift();
    return Response.json(next?.json, { status: next?.status ?? 500 });
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

const shown = (person: PersonSchedule, onDone: (text: string) => void) => (
  <QueryClientProvider client={queryClient}>
    <div className="night">
      <WeekForm person={person} onDone={onDone} />
    </div>
  </QueryClientProvider>
);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

test('R128 hours are added, copied to other days and saved, by the keyboard alone', async () => {
  const done = vi.fn<(text: string) => void>();
  const sent = answering({ status: 200, json: personOf(null, 1) });
  mount(shown(personOf(null, 0), done));
  await button(/Add hours on Monday$/).click();
  await page.getByLabelText('Monday, until').fill('18:00');
  await button('Copy Monday to…').click();
  await page.getByRole('checkbox', { name: 'Wednesday' }).click();
  await button('Copy').click();
  await userEvent.keyboard('{Tab}');
  await button('Save the week').click();
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('The hours of Lee Marsh are saved.'));
  const hours = [{ from: '09:00', to: '18:00' }];
  expect(sent).toEqual([{ version: 0, week: { ...noHours, mon: hours, wed: hours } }]);
});

test('R128 hours that overlap or lack a time are said beside their day, and nothing is sent', async () => {
  const sent = answering();
  mount(shown(personOf({ ...noHours, mon: day }, 1), () => undefined));
  await button(/Add hours on Monday$/).click();
  await button('Save the week').click();
  await expect.element(page.getByText('Fill in both times, or remove the hours.')).toBeVisible();
  await page.getByLabelText('Monday, hours 2, from').fill('16:00');
  await page.getByLabelText('Monday, hours 2, until').fill('20:00');
  await button('Save the week').click();
  await expect.element(page.getByText('Two of these overlap.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('R127 R562 of two who edit one week the later one sees both and decides, and days that they never touched stay', async () => {
  const done = vi.fn<(text: string) => void>();
  const theirs = { ...noHours, mon: [{ from: '08:00', to: '16:00' }] };
  const sent = answering(
    { status: 409, json: personOf({ ...theirs, tue: day }, 5) },
    { status: 200, json: personOf({ ...noHours, mon: day }, 6) },
  );
  mount(shown(personOf({ ...noHours, mon: day, tue: day }, 4), done));
  await button('Remove Tuesday').click();
  await button('Save the week').click();
  await expect.element(page.getByText('Somebody else saved these hours while you were writing')).toHaveFocus();
  await expect.element(page.getByText('8 am – 4 pm')).toBeVisible();
  await expectFits();
  await button('Save my version').click();
  await vi.waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent).toMatchObject([
    { version: 4 },
    { version: 5, week: { mon: [{ from: '08:00', to: '16:00' }], tue: [] } },
  ]);
});

test('R563 whoever takes weekly hours away that somebody else changed meanwhile sees so, and still takes them away', async () => {
  const theirs = { ...noHours, mon: [{ from: '10:00', to: '14:00' }] };
  const sent = answering({ status: 409, json: personOf(theirs, 5) }, { status: 200, json: personOf(null, 6) });
  const done = vi.fn<(text: string) => void>();
  mount(shown(personOf({ ...noHours, mon: day }, 4), done));
  await button('No weekly hours').click();
  await button('Remove them').click();
  await expect
    .element(page.getByRole('row', { name: /^Monday/ }))
    .toHaveTextContent('Monday10 am – 2 pmNo weekly hours (differs)');
  await expect.element(page.getByText('9 am – 5 pm')).not.toBeInTheDocument();
  await expectFits();
  await button('Save my version').click();
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('Lee Marsh has no weekly hours any more.'));
  expect(sent).toEqual([
    { version: 4, week: null },
    { version: 5, week: null },
  ]);
});

test('R933 why the hours could not be taken away goes with the next press', async () => {
  answering();
  mount(shown(personOf({ ...noHours, mon: day }, 4), () => undefined));
  const failure = page.getByText(/^The server did not answer/);
  const takeAway = async () => {
    await button('No weekly hours').click();
    await button('Remove them').click();
  };
  await takeAway();
  await expect.element(failure).toBeVisible();
  await button(/Add hours on Monday$/).click();
  await button('Save the week').click();
  await expect.element(page.getByText('Check the hours.')).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
  await takeAway();
  await expect.element(failure).toBeVisible();
  await expect.element(page.getByText('Check the hours.')).not.toBeInTheDocument();
});

test('R562 a week that was kept over a reload is saved with the days that were typed, and without those of before', async () => {
  const first = mount(shown(personOf({ ...noHours, mon: day, tue: day }, 4), () => undefined));
  await button('Remove Tuesday').click();
  first.leave();
  const theirs = personOf({ ...noHours, mon: [{ from: '08:00', to: '16:00' }], tue: day }, 5);
  const sent = answering({ status: 409, json: theirs }, { status: 200, json: personOf(noHours, 6) });
  mount(shown(theirs, () => undefined));
  await button('Save the week').click();
  await button('Save my version').click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ version: 4 }, { version: 5, week: { mon: [{ from: '08:00', to: '16:00' }], tue: [] } }]);
});

test('R461 a week that somebody saved while another was typed is said beside what was typed, after a reload', async () => {
  const base = { Monday: '9 am – 5 pm', Tuesday: 'Off' };
  keepDraftValue('week lee', { version: 1, week: { ...noHours, mon: day, tue: day } }, base);
  const theirs = { ...noHours, mon: [{ from: '08:00', to: '16:00' }], tue: day };
  mount(shown(personOf(theirs, 2), () => undefined));
  await expect.element(page.getByText(/The saved version now has Monday: 8\sam – 4\spm\.$/)).toBeVisible();
  await expect.element(page.getByLabelText('Monday, from')).toHaveValue('09:00');
  dropDrafts();
});

test('R461 a week that was typed and that nobody saved since stands there without a word', async () => {
  const base = { Monday: '9 am – 5 pm', Tuesday: 'Off' };
  keepDraftValue('week lee', { version: 1, week: { ...noHours, mon: day, tue: day } }, base);
  mount(shown(personOf({ ...noHours, mon: day }, 1), () => undefined));
  await expect.element(page.getByLabelText('Tuesday, from')).toHaveValue('09:00');
  await expect.element(page.getByText(/Somebody changed this/)).not.toBeInTheDocument();
  dropDrafts();
});

test('R128 the form of a week fits a phone and a screen, without a fault that axe finds', async () => {
  mount(shown(personOf({ ...noHours, mon: day, tue: [...day, { from: '22:00', to: '06:00' }] }, 1), () => undefined));
  await button('Copy Tuesday to…').click();
  await expect.element(page.getByText('next day')).toBeVisible();
  await expectFits();
});
