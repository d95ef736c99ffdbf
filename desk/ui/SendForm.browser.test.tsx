import '../styles/desk.css';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '#client/ui/Dialog.tsx';
import { mount } from '../../tests/components/mount.ts';
import { TextInput } from './fields.tsx';
import { type Fault, SendForm } from './SendForm.tsx';

function Owner({ send }: { send: () => Promise<Fault | undefined> }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      title="A holiday"
      closeLabel="Close"
      material="night"
      closesOutside={() => true}
      onClose={close}
    >
      {open && (
        <SendForm draft={null} submit="Save" sending="Saving…" onSend={send}>
          <TextInput name="name" label="Name" />
        </SendForm>
      )}
    </Dialog>
  );
}

const button = (name: string) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog', { name: 'A holiday' });

test('R225 a dialog stays open while its form is sent, says why it was not taken, and keeps what was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<Fault | undefined>();
  mount(<Owner send={() => promise} />);
  await page.getByRole('textbox').fill('Thanksgiving');
  await button('Save').click();
  await expect.element(button('Saving…')).toBeVisible();
  await expect.element(button('Close')).toHaveAttribute('aria-disabled', 'true');
  await button('Close').click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  resolve({ text: 'Somebody else changed it.' });
  await expect.element(page.getByText('Somebody else changed it.')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveValue('Thanksgiving');
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('R755 a form whose page fails while it is sent says so, closes, and can be sent again', async () => {
  const reported = vi.fn<(error: Event) => void>((event) => event.preventDefault());
  addEventListener('error', reported);
  onTestFinished(() => removeEventListener('error', reported));
  let fails = true;
  const send = () => {
    if (fails) throw new RangeError('Invalid time value');
    return Promise.resolve({ text: 'Somebody else changed it.' });
  };
  mount(<Owner send={send} />);
  await button('Save').click();
  await expect.element(page.getByText(/This page failed/)).toBeVisible();
  expect(reported).toHaveBeenCalledOnce();
  fails = false;
  await button('Save').click();
  await expect.element(page.getByText('Somebody else changed it.')).toBeVisible();
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
});
