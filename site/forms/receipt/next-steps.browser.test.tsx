import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { ThankYou } from '../../pages/ThankYou.tsx';
import { nextSteps } from './next-steps.ts';
import type { Receipt } from './receipts.ts';

beforeEach(beginAnew);

const receipt: Receipt = {
  kind: 'inquiry',
  reference: 'BX-0000-0001',
  at: new Date(0),
  answers: { email: 'ada@harborpoint.example' },
  state: 'received',
};

/** The server sends no mail to a mailbox that has had the day's limit, and no second mail for a change. */
const condition = 'unless that address has had a mail about this form already, or several mails from us today';

test('R671 after the fourth form to one mailbox in a day, the receipt does not promise the mail that nobody sends', () => {
  const [first] = nextSteps(receipt);
  expect(first?.what).toContain(`ada@harborpoint.example, ${condition}`);
  expect(first?.what).toContain('Print or save a copy');
});

test('R671 nor does the page that thanks a browser without script', async () => {
  mount(<ThankYou />);
  await expect.poll(() => page.getByRole('main').element().textContent).toContain(condition);
});
