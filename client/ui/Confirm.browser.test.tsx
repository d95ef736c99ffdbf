import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Confirm } from './Confirm.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

const confirm = (onConfirm: () => unknown) => (
  <Confirm question="Do it?" confirmLabel="Do it" cancelLabel="Keep it" onConfirm={onConfirm}>
    Begin
  </Confirm>
);

test('R585 a question closes once what it asked about is done, and the focus goes back to its button', async () => {
  const done = Promise.withResolvers<void>();
  mount(confirm(() => done.promise));
  await button('Begin').click();
  await button('Do it').click();
  await expect.element(page.getByText('Do it?')).toBeVisible();
  done.resolve();
  await expect.element(page.getByText('Do it?')).not.toBeInTheDocument();
  await expect.element(button('Begin')).toHaveFocus();
});

test('R585 a question stays when what it asked about failed', async () => {
  mount(confirm(async () => false));
  await button('Begin').click();
  await button('Do it').click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(page.getByText('Do it?')).toBeVisible();
});
