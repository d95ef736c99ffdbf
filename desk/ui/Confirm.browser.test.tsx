import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '#client/ui/Dialog.tsx';
import { mount } from '../../tests/components/mount.ts';
import { Confirm } from './Confirm.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A question in a dialog whose act ends when the test says so. */
function ask() {
  const done = Promise.withResolvers<boolean>();
  const act = vi.fn<() => Promise<boolean>>(() => done.promise);
  const onClose = vi.fn<() => void>();
  mount(
    <Dialog open title="Access codes" onClose={onClose}>
      <Confirm question="End it?" confirmLabel="End it" cancelLabel="Keep it" onConfirm={act}>
        Begin
      </Confirm>
    </Dialog>,
  );
  return { done, act, onClose };
}

test('R1043 a question that was confirmed cannot be taken back, closed or confirmed again until the act has ended', async () => {
  const { done, act, onClose } = ask();
  await button('Begin').click();
  await button('End it').click();
  await expect.element(button('One moment…')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Keep it')).not.toBeInTheDocument();
  await button('One moment…').click({ force: true });
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(page.getByText('End it?')).toBeVisible();
  expect([act.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  done.resolve(true);
  await expect.element(button('Begin')).toHaveFocus();
});

test('R1043 a question whose act failed can be taken back or confirmed again', async () => {
  const { done, act } = ask();
  await button('Begin').click();
  await button('End it').click();
  done.resolve(false);
  await expect.element(button('Keep it')).toBeVisible();
  await button('End it').click();
  await expect.poll(() => act.mock.calls.length).toBe(2);
  await button('Keep it').click();
  await expect.element(button('Begin')).toHaveFocus();
});
