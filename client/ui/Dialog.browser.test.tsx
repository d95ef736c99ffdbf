import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compose, pressInMethod } from '../../tests/components/composing.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { Dialog } from './Dialog.tsx';

/** A button that opens a dialog with one field, like most of our dialogs. With `holds` a press beside it does not close it. */
function Example({ holds = false }: { holds?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Another</button>
      <Dialog
        open={open}
        title="A question"
        closeLabel="Close the question"
        closesOutside={() => !holds}
        onClose={() => setOpen(false)}
      >
        <label htmlFor="reason">Reason</label>
        <input id="reason" />
      </Dialog>
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'A question' });
const opener = () => page.getByRole('button', { name: 'Open' });

async function open(): Promise<void> {
  await opener().click();
  await expect.element(dialog()).toBeVisible();
}

test('the focus starts on the title, stays inside, and returns to the button that opened the dialog', async () => {
  mount(<Example />);
  await open();
  await expect.element(page.getByRole('heading', { name: 'A question' })).toHaveFocus();
  for (let presses = 0; presses < 6; presses += 1) {
    await userEvent.tab();
    // After the last control the focus goes to the browser's own bar, and then to the dialog again: never to the page beneath.
    const focused = document.activeElement;
    expect(focused === document.body || focused?.closest('dialog')).toBeTruthy();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test('it is closed by its button and keeps what was typed', async () => {
  mount(<Example />);
  await open();
  await page.getByLabelText('Reason').fill('Later');
  await page.getByRole('button', { name: 'Close the question' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await open();
  await expect.element(page.getByLabelText('Reason')).toHaveValue('Later');
});

test.each([
  ['closes it', false],
  ['does nothing when its form has something in it', true],
])('a press beside it %s', async (_, holds) => {
  mount(<Example holds={holds} />);
  await open();
  const box = document.querySelector('dialog');
  box?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  box?.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
  box?.click();
  // Esc closes the dialog that the press has left open, and shows that the press was handled before.
  if (holds) {
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
  }
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('it fits 320 px and has nothing that axe finds wrong', async () => {
  mount(<Example />);
  await open();
  await expectFits();
});

test('R497 Esc of an input method drops the letters that are being chosen, and not the dialog', async () => {
  const onClose = vi.fn<() => void>();
  mount(
    <Dialog open title="A form" onClose={onClose}>
      <input aria-label="Name" />
    </Dialog>,
  );
  const field = page.getByLabelText('Name');
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await compose('かな');
  await pressInMethod('Escape');
  await expect.element(field).toHaveValue('かな');
  expect(onClose).not.toHaveBeenCalled();
});

/** A dialog that opens by itself, while nothing has the focus. */
function OpenAtOnce() {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} title="A question" onClose={() => setOpen(false)}>
      <input aria-label="Reason" />
    </Dialog>
  );
}

test.each([
  ['hidden', 'hidden'],
  ['switched off', 'disabled'],
])('R912 the focus goes to the page when the button that opened a dialog is %s meanwhile', async (_, attribute) => {
  mount(<Example />);
  await open();
  document.querySelector('main > button')?.setAttribute(attribute, '');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN');
});

test('R912 the focus goes to the page when the browser itself closes a dialog that no button has opened', async () => {
  mount(<OpenAtOnce />);
  await expect.element(dialog()).toBeVisible();
  // As at the second Esc, which a page cannot prevent.
  document.querySelector('dialog')?.close();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN');
});

test.each([
  ['the page', false],
  ['the dialog beneath', true],
])('R912 the focus goes to %s when a dialog closes that opened over a field which is gone', async (to, stays) => {
  const dialogs = (lower: boolean, field: boolean, upper: boolean) => (
    <>
      <Dialog open={lower} title="Lower" onClose={() => undefined}>
        {field && <input aria-label="Reason" />}
      </Dialog>
      <Dialog open={upper} title="Upper" onClose={() => undefined}>
        It comes by itself.
      </Dialog>
    </>
  );
  const { show } = mount(dialogs(true, true, false));
  const reason = page.getByLabelText('Reason');
  await expect.element(reason).toBeVisible();
  (reason.element() as HTMLElement).focus();
  show(dialogs(true, true, true));
  await expect.element(page.getByRole('heading', { name: 'Upper' })).toHaveFocus();
  show(dialogs(stays, false, true));
  show(dialogs(stays, false, false));
  await expect.poll(() => document.querySelectorAll('dialog[open]').length).toBe(stays ? 1 : 0);
  await expect
    .poll(() => document.activeElement?.matches(stays ? 'dialog[open] h2' : 'main'), { message: to })
    .toBe(true);
});
