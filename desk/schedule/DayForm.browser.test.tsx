import '../styles/desk.css';
import './schedule.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noHours } from '#contract/desk/schedule.ts';
import type { PersonSchedule } from '#contract/desk/schedule-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { DayForm } from './DayForm.tsx';

const person = {
  id: 'dana',
  name: 'Dana Whitcomb',
  week: noHours,
  version: 1,
  exceptions: [{ date: '2026-11-25', periods: [], note: 'dentist', version: 1 }],
} as unknown as PersonSchedule;

test('R225 a date whose own hours could not be taken back says why', async () => {
  const onDone = vi.fn<(text: string) => void>();
  mountDesk(<DayForm person={person} date="2026-11-25" onDone={onDone} />, {
    answers: {
      'POST /api/desk/schedule/people/dana/days/2026-11-25': { status: 403, text: 'Your role does not allow this.' },
    },
  });
  await page.getByRole('button', { name: 'As every week again' }).click();
  await expect.element(page.getByText('Your role does not allow this.')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});
