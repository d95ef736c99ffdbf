import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import type { Receipt } from './receipts.ts';

beforeEach(beginAnew);

test('R1071 a receipt that was left is on paper by its own button alone, and one in the place of its form by every print', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const receipt: Receipt = { kind: 'inquiry', reference: 'BX-1', at: new Date(), answers: {}, state: 'received' };
  const sheets = () => document.querySelectorAll('.print-copy').length;
  const print = page.getByRole('button', { name: 'Print a copy' });
  const { show } = mount(<ReceiptCard receipt={receipt} />);
  await expect.element(print).toBeVisible();
  expect(sheets()).toBe(1);
  show(<ReceiptCard receipt={receipt} onDismiss={() => undefined} />);
  await expect.poll(sheets).toBe(0);
  // The second press finds a browser that never told the end of the first print.
  for (const times of [1, 2]) {
    await print.click();
    await expect.poll(() => printed.mock.calls.length).toBe(times);
    expect(sheets()).toBe(1);
  }
  dispatchEvent(new Event('afterprint'));
  await expect.poll(sheets).toBe(0);
});
