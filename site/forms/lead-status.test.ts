import { expect, test, vi } from 'vitest';
import { leadStatus } from './lead-status.ts';

vi.mock('./sending/sending.ts', () => ({
  createSending: () => ({ send: async () => ({ state: 'sent', reference: 'BX-0000-0001' }) }),
}));
vi.mock('./receipt/receipts.ts', () => ({
  keepReceipt: () => undefined,
  receipts: { subscribe: () => undefined, get: () => ({}) },
}));

test('R5 a refusal of the second inquiry on one page is another attempt than any of the first', async () => {
  const status = leadStatus('inquiry');
  status.markShown();
  const refuse = () => {
    status.refuse([{ field: 'dealership_name', text: 'Dealership name is required' }]);
    const { form } = status.view.get();
    return form.status === 'refused' ? form.attempt : undefined;
  };
  const attempts = [refuse(), refuse()];
  await status.send({});
  expect(status.view.get().form.status).toBe('done');
  status.startAgain();
  attempts.push(refuse(), refuse());
  expect(new Set(attempts).size).toBe(4);
});
