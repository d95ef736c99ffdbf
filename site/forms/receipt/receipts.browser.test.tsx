import { beforeEach, expect, test, vi } from 'vitest';
import { deviceStorage } from '#client/lib/storage.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { queuedPrefix } from '../sending/lifetimes.ts';
import { type QueuedRecord, queuedRecord } from '../sending/records.ts';
import { sharedSendQueue } from '../sending/send-queue.ts';
import { createSentLog, fingerprintOf } from '../sending/sent-log.ts';
import { keepReceipt, type Receipt, receipts } from './receipts.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Puts a submission of a lead into the queue. Returns its key. */
function queued(root: string, id: string, state: QueuedRecord['state']): string {
  const key = queuedPrefix + id;
  const named = { version: 1, id, root, unsure: false, key, kind: 'inquiry' as const, state };
  const record = { ...named, answers: {}, extras: {}, startedAt: 0, queuedAt: Date.now(), errors: [], reason: '' };
  expect(queuedRecord(record)).toBe(true);
  localStorage.setItem(key, JSON.stringify(record));
  dispatchEvent(new StorageEvent('storage', { key }));
  return key;
}

test('R616 a change that is taken off the device is not said to be received because what it changes was', () => {
  // Timers do nothing, so a waiting submission stays until the test changes it.
  vi.stubGlobal('setTimeout', () => 0);
  sharedSendQueue();
  const root = mintId();
  queued(root, root, 'sent');
  const change = queued(root, mintId(), 'waiting');
  const of = { kind: 'inquiry', reference: referenceOf(root), at: new Date() } as const;
  const first: Receipt = { ...of, answers: { first_name: 'Ada' }, state: 'received' };
  keepReceipt('inquiry', first);
  keepReceipt('inquiry', { ...of, answers: { first_name: 'Bea' }, state: 'waiting', onDevice: true });
  expect(receipts.get().inquiry?.state).toBe('waiting');
  sharedSendQueue().remove(change);
  expect(receipts.get().inquiry).toEqual(first);
});

test.each([
  ['keeps the line about it', 'sent'],
  ['has put the line about it away', undefined],
] as const)('R802 a receipt that waits says when another tab sent the form, if that tab %s', (_, then) => {
  vi.stubGlobal('setTimeout', () => 0);
  sharedSendQueue();
  const id = mintId();
  const answers = { first_name: 'Ada' };
  const key = queued(id, id, 'waiting');
  const sentAt = new Date(Date.now() - 8 * 3_600_000);
  const sentLog = createSentLog(deviceStorage, () => sentAt.getTime());
  sentLog.note('inquiry', { id, root: id, unsure: false }, fingerprintOf(answers), false);
  const receipt: Receipt = {
    kind: 'inquiry',
    reference: referenceOf(id),
    at: new Date(sentAt.getTime() - 1_000),
    answers,
    state: 'waiting',
    onDevice: true,
  };
  keepReceipt('inquiry', receipt);
  expect(receipts.get().inquiry).toEqual(receipt);
  // What the other tab writes.
  sentLog.acknowledge(id, fingerprintOf(answers));
  if (then) queued(id, id, then);
  else {
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key }));
  }
  expect(receipts.get().inquiry).toMatchObject({ state: 'received', at: sentAt, answers });
});
