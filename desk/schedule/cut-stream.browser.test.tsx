/** Holidays while the event stream is cut. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Holiday } from '#contract/desk/schedule-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { ScheduleScreen } from './ScheduleScreen.tsx';
import { weekOf } from './testing.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('R1058 a holiday that was saved is in the list, and one that was removed is not, also while the stream is cut', async () => {
  let holidays: Holiday[] = [];
  mountDesk(<ScheduleScreen />, {
    at: '/schedule',
    answers: {
      'GET /api/desk/schedule': () => ({ json: weekOf('2026-11-23', '2026-11-23', { holidays }) }),
      'POST /api/desk/schedule/holidays/2026-11-26': ({ body }) => {
        const { holiday } = body as { holiday: Pick<Holiday, 'name' | 'periods'> | null };
        holidays = holiday ? [{ date: '2026-11-26', version: 1, ...holiday }] : [];
        return { json: holidays[0] ?? null };
      },
    },
  });
  await button('Holidays').click();
  await button('Add a holiday').click();
  await page.getByLabelText('Date').fill('2026-11-26');
  await page.getByLabelText('Name').fill('Thanksgiving');
  await button('Save the holiday').click();
  await button('Remove Thanksgiving').click();
  await button('Remove it').click();
  await expect.element(page.getByText('Thanksgiving is not a holiday any more.')).toBeVisible();
  await expect.element(page.getByText('There are no holidays yet.')).toBeVisible();
});
