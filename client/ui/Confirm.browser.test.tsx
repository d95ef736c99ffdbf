import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn, mount } from '../../tests/components/mount.ts';
import { Confirm } from './Confirm.tsx';
import { Dialog } from './Dialog.tsx';

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
  const act = vi.fn<() => Promise<boolean>>(async () => false);
  mount(confirm(act));
  await button('Begin').click();
  await button('Do it').click();
  await expect.poll(() => act.mock.calls.length).toBe(1);
  await drawn();
  await expect.element(page.getByText('Do it?')).toBeVisible();
});

test('R958 Escape takes a question back, and nothing around it sees the key', async () => {
  const act = vi.fn<() => void>();
  const around = vi.fn<(event: KeyboardEvent) => string>((event) => event.key);
  document.addEventListener('keydown', around);
  onTestFinished(() => document.removeEventListener('keydown', around));
  mount(confirm(act));
  await button('Begin').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Do it?')).not.toBeInTheDocument();
  await expect.element(button('Begin')).toHaveFocus();
  await button('Begin').click();
  await userEvent.tab();
  await expect.element(button('Do it')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Begin')).toHaveFocus();
  expect(act).not.toHaveBeenCalled();
  expect(around.mock.results.map(({ value }) => value)).not.toContain('Escape');
});

test('R958 Escape takes a question in a dialog back, and the dialog stays open', async () => {
  const onClose = vi.fn<() => void>();
  mount(
    <Dialog open title="Access codes" onClose={onClose}>
      {confirm(() => undefined)}
    </Dialog>,
  );
  await button('Begin').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Begin')).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
