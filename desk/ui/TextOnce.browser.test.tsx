import '../styles/desk.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '#client/ui/Dialog.tsx';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { RecoveryCodes } from '../session/RecoveryCodes.tsx';
import { TextOnce } from './TextOnce.tsx';

function Owner({ children }: { children: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      title="Shown once"
      closeLabel="Close"
      material="night"
      closesOutside={() => true}
      onClose={close}
    >
      <div className="dialog-part">{open && children(close)}</div>
    </Dialog>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Shown once' });

const shown = (onKept: () => void) => (
  <TextOnce text="https://desk.example/one" says="Give it to Lee." copy="Copy the link" onKept={onKept} />
);

test('R280 a text that is shown once is not taken away by the cross, by Esc or by Esc twice before it was kept', async () => {
  mount(<Owner>{shown}</Owner>);
  await button('Close').click({ force: true });
  await expect.element(page.getByText(/Copy it, or press/)).toBeVisible();
  const element = document.querySelector<HTMLDialogElement>('dialog[open]');
  const closed = new Promise((resolve) => element?.addEventListener('close', resolve));
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  // A browser may close a dialog at the second Esc, whatever its page says. One that has not done so is made to.
  element?.close();
  await closed;
  await expect.element(dialog).toBeVisible();
  await expectFits();
  await button('I have kept it').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('R280 a text that is shown once and was copied goes with the cross', async () => {
  const kept: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void kept.push(text) },
  });
  mount(<Owner>{shown}</Owner>);
  await page.getByRole('button', { name: /^Copy/ }).click();
  await expect.element(page.getByText('Copied.')).toBeVisible();
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept).toHaveLength(1);
});

test('R280 recovery codes say at the cross why they stay, and come back when a browser closes them', async () => {
  mount(<Owner>{(close) => <RecoveryCodes codes={['one-two', 'three-four']} onKept={close} />}</Owner>);
  await button('Close').click({ force: true });
  await expect.element(page.getByText(/not shown again.*tick/i)).toBeVisible();
  const element = document.querySelector<HTMLDialogElement>('dialog[open]');
  const closed = new Promise((resolve) => element?.addEventListener('close', resolve));
  element?.close();
  await closed;
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByText('three-four')).toBeVisible();
});
