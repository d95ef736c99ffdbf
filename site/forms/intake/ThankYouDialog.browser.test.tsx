import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { ReceiptCard } from '../receipt/ReceiptCard.tsx';
import type { Receipt } from '../receipt/receipts.ts';
import { ThankYouDialog } from './ThankYouDialog.tsx';

beforeEach(beginAnew);

const receipt: Receipt = {
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
