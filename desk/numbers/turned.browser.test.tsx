/** The links to the period before and after are pressed again before the figures have come. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { mondayOf } from '../lib/times.ts';
import { NumbersScreen } from './NumbersScreen.tsx';
import { figuresOf } from './testing.ts';

const running = '2026-11-18';

test('R821 every press of the period before or after moves one period, however slowly the figures come', async () => {
  const figures = Promise.withResolvers<undefined>();
  mountDesk(<NumbersScreen />, {
    at: '/numbers',
    answers: {
      'GET /api/desk/figures': async ({ query }) => {
        const day = query.get('day');
        if (day !== null) await figures.promise;
        const days = day === null ? { from: '2026-11-16', to: '2026-11-22' } : { from: mondayOf(day), to: day };
        return { json: figuresOf(days, { today: running, period: { ...figuresOf(days).period, kind: 'week' } }) };
      },
    },
  });
  await expect.element(page.getByText('Nov 16 to 22, 2026')).toBeVisible();
  const before = page.getByRole('link', { name: 'The period before' });
  await before.click();
  await before.click();
  await before.click();
  await page.getByRole('link', { name: 'The period after' }).click();
  expect(location.search).toBe('?day=2026-11-08');
  figures.resolve(undefined);
  await expect.element(page.getByText('Nov 2 to 8, 2026')).toBeVisible();
});
