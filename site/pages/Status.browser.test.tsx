import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { Status } from './Status.tsx';

test('R175 before the first count the page of the status says that there is no day yet, and explains no squares', async () => {
  mount(<Status />);
  await expect.element(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible();
  await expect.element(page.getByText('No day has been counted yet.')).toBeVisible();
  await expect.element(page.getByText(/No answer for this long/)).not.toBeVisible();
  await expectFits();
});

test('R954 readers are read the days as a table, and not the key to the squares, which would sound like statements', async () => {
  mount(<Status />);
  await expect.element(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible();
  const days = document.querySelector<HTMLElement>('[data-with-days]');
  if (days) days.hidden = false;
  await expect.element(page.getByText('The same as a table')).toBeVisible();
  await expect.element(page.getByText(/No answer for this long/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toEqual([]);
});
