/** The list of the earlier filter stays until the later filter is answered, and the page says so. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { LeadsScreen } from '../leads/LeadsScreen.tsx';
import { rowOf, testNow } from '../leads/testing.ts';

const listOf = (name: string): Answer => ({
  json: { rows: [rowOf({ name })], cursor: null, serverNow: testNow },
});

test('R707 a list whose filter was changed on a slow network says that it still shows what was there before', async () => {
  const lost = Promise.withResolvers<Answer>();
  mountDesk(<LeadsScreen />, {
    at: '/leads',
    answers: {
      'GET /api/desk/leads': ({ query }) =>
        query.get('status') === 'lost' ? lost.promise : listOf('Gulf Shore Marine'),
    },
  });
  const row = page.getByText('Gulf Shore Marine');
  await expect.element(row).toBeVisible();
  const opacity = () => {
    const group = row.element().closest('.group');
    return group === null ? 'no group' : getComputedStyle(group).opacity;
  };
  expect(opacity()).toBe('1');
  await page.getByLabelText('Status').selectOptions('lost');
  await expect.element(page.getByRole('status').getByText('Loading the leads…')).toBeInTheDocument();
  await expect.poll(opacity).not.toBe('1');
  lost.resolve(listOf('Summit Imports'));
  await expect.element(page.getByText('Summit Imports')).toBeVisible();
  expect(page.getByText('Loading the leads…').query()).toBeNull();
  await expect.element(row).not.toBeInTheDocument();
});
