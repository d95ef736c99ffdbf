import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceStorage } from '#client/lib/storage.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { ThankYou } from '../../pages/ThankYou.tsx';
import { createSentLog, fingerprintOf } from '../sending/sent-log.ts';
import { sharedUnheard } from '../sending/unheard.ts';
import { nextSteps } from './next-steps.ts';
import { ReceiptBody } from './ReceiptBody.tsx';
import type { Receipt } from './receipts.ts';

beforeEach(beginAnew);

const receipt: Receipt = {
  kind: 'inquiry',
  reference: 'BX-0000-0001',
  at: new Date(0),
  answers: { email: 'ada@harborpoint.example' },
  state: 'received',
};

test('R1048 of a form that waits the receipt says that it goes out from this browser alone', () => {
  const [first] = nextSteps({ ...receipt, state: 'waiting', onDevice: true });
  expect(first?.what).toContain('in this browser');
  expect(first?.what).toContain('A private window forgets it');
});

/** The server sends no mail to a mailbox that has had the day's limit, and no second mail for a change. Most people have had none. */
const unless = /\bunless\b/;

test('R671 R1237 the receipt does not promise the mail that nobody sends after the fourth form to one mailbox in a day, and names no such case', () => {
  const [first] = nextSteps(receipt);
  expect(first?.what).toContain('usually mail it to ada@harborpoint.example');
  expect(first?.what).toContain('Keep your reference');
  expect(first?.what).not.toMatch(unless);
  // The same words stand on the printed copy and in the saved one.
  expect(first?.what).not.toMatch(/\b(?:print|save|here)\b/i);
});

test('R671 R1237 the page that thanks a browser without script does not promise that mail either', async () => {
  mount(<ThankYou />);
  const shown = () => page.getByRole('main').element().textContent;
  await expect.poll(shown).toContain('usually mail it to the address you gave');
  expect(shown()).not.toMatch(unless);
});

test('R902 a receipt says that the server has a later change, which was sent from a page that was left in mid-send', async () => {
  const root = mintId();
  const first = { id: root, root, unsure: false };
  const change = { id: mintId(), root, unsure: false };
  const sentLog = createSentLog(deviceStorage, Date.now);
  sentLog.note('inquiry', first, fingerprintOf(receipt.answers), true);
  sentLog.acknowledge(first.id);
  mount(<ReceiptBody receipt={{ ...receipt, reference: referenceOf(root) }} />);
  const shown = () => page.getByRole('main').element().textContent;
  const since = 'We have the change that you sent later';
  await expect.poll(shown).toContain('Keep your reference');
  expect(shown()).not.toContain(since);

  const left = { version: 1, ...change, kind: 'inquiry', postedAt: 0, until: 0, left: true } as const;
  sentLog.note('inquiry', change, fingerprintOf({ email: 'bea@harborpoint.example' }), true);
  sentLog.acknowledge(change.id);
  sharedUnheard().tell(left, 'received');
  await expect.poll(shown).toContain(since);
});
