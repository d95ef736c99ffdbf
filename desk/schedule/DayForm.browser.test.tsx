import '../styles/desk.css';
import './schedule.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noHours } from '#contract/desk/schedule.ts';
import type { PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { DayForm } from './DayForm.tsx';

const person: PersonSchedule = {
  id: 'dana',
  name: 'Dana Whitcomb',
  week: noHours as PersonSchedule['week'],
  version: 1,
  removedExceptions: {},
  exceptions: [{ date: '2026-11-25', periods: [], note: 'dentist', version: 1 }],
  onShift: false,
  hours: [],
  shifts: [],
  next: null,
  heldSince: null,
};

test('R562 whoever changes only why a date has its own hours leaves the hours as somebody else stored them', async () => {
  const morning = [{ from: '08:00', to: '12:00' }];
  const theirs = { ...person, exceptions: [{ date: '2026-11-25', periods: morning, note: 'dentist', version: 2 }] };
  const path = 'POST /api/desk/schedule/people/dana/days/2026-11-25';
  let status = 409;
  const { sent } = mountDesk(<DayForm person={person} date="2026-11-25" onDone={() => undefined} />, {
    answers: { [path]: () => ({ status, json: theirs }) },
  });
  await page.getByLabelText(/^Why/).fill('doctor');
  await page.getByRole('button', { name: 'Save this day' }).click();
  await expect.element(page.getByRole('row', { name: /^Why/ })).toHaveTextContent('Whydentistdoctor (differs)');
  await expect
    .element(page.getByRole('row', { name: /^Hours/ }))
    .toHaveTextContent('Hours8 am – noonnot changed by you');
  status = 200;
  await page.getByRole('button', { name: 'Save my version' }).click();
  await expect
    .poll(() => sent(path))
    .toMatchObject([{ version: 1 }, { version: 2, hours: { note: 'doctor', periods: morning } }]);
});

test('R566 a date that was opened for a note alone keeps the hours of every week', async () => {
  const allDay = [{ from: '09:00', to: '09:00' }];
  const week = { ...noHours, wed: allDay } as PersonSchedule['week'];
  const usual: PersonSchedule = { ...person, week, exceptions: [] };
  const path = 'POST /api/desk/schedule/people/dana/days/2026-11-25';
  const onDone = vi.fn<(text: string) => void>();
  const { sent } = mountDesk(<DayForm person={usual} date="2026-11-25" onDone={onDone} />, {
    answers: { [path]: { json: usual } },
  });
  await expect.element(page.getByLabelText('Other hours')).toBeChecked();
  await page.getByLabelText(/^Why/).fill('training in the morning');
  await page.getByRole('button', { name: 'Save this day' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(sent(path)).toEqual([{ version: 0, hours: { note: 'training in the morning', periods: allDay } }]);
});

test('R225 a date whose own hours could not be taken back says why', async () => {
  const onDone = vi.fn<(text: string) => void>();
  mountDesk(<DayForm person={person} date="2026-11-25" onDone={onDone} />, {
    answers: {
      'POST /api/desk/schedule/people/dana/days/2026-11-25': { status: 403, text: 'Your role does not allow this.' },
    },
  });
  await page.getByRole('button', { name: 'Use the weekly hours' }).click();
  await expect.element(page.getByText('Your role does not allow this.')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});
