import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { ReceiptCard } from '../receipt/ReceiptCard.tsx';
import type { Receipt } from '../receipt/receipts.ts';
import { ThankYouDialog } from './ThankYouDialog.tsx';

beforeEach(beginAnew);

const receipt: Receipt & { state: 'received' } = {
  kind: 'intake',
  reference: 'BX-0000-0001',
  at: new Date(2026, 10, 21),
  answers: { business_name: 'Alder Motors' },
  state: 'received',
};

/** The page of the intake after a success. */
function Sent() {
  const [thanking, setThanking] = useState(true);
  return (
    <>
      {!thanking && <ReceiptCard receipt={receipt} />}
      <ThankYouDialog receipt={receipt} open={thanking} onClose={() => setThanking(false)} />
    </>
  );
}

test('R804 an intake is printed once, while its thanks are shown and after they were closed', async () => {
  mount(<Sent />);
  const sheets = () => document.querySelectorAll('.print-copy').length;
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Print a copy' })).toBeVisible();
  expect(sheets()).toBe(1);
  await userEvent.keyboard('{Escape}');
  const card = page.getByRole('region', { name: 'Dealer intake' });
  await expect.element(card.getByRole('button', { name: 'Print a copy' })).toBeVisible();
  expect(sheets()).toBe(1);
});

test('R956 whoever is told to wait for a connection hears in the dialog that the intake was received', async () => {
  const shown = (now: Receipt) => <ThankYouDialog receipt={now} open onClose={() => undefined} />;
  const { show } = mount(shown({ ...receipt, state: 'waiting', onDevice: true }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Waiting for a connection' })).toHaveFocus();
  // The note about it stands behind the dialog, where nothing is read out, and the title has the focus already.
  await expect.element(dialog.getByRole('status')).toBeEmptyDOMElement();
  show(shown(receipt));
  await expect.element(dialog.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
  await expect.poll(() => dialog.getByRole('status').element().textContent).toMatch(/^Received November 21, 2026/);
});

test('R956 who is thanked at once hears it by the title alone', async () => {
  mount(<ThankYouDialog receipt={receipt} open onClose={() => undefined} />);
  await expect.element(page.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
  await expect.element(page.getByRole('dialog').getByRole('status')).toBeEmptyDOMElement();
});
