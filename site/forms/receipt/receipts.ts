/** The receipts of sent forms. Each tab keeps its own. */
import { useLayoutEffect } from 'react';
import { createStore, useStore } from '#client/lib/store.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { browserEnvironment } from '../sending/environment.ts';
import { draftLifeMs, receiptKey } from '../sending/lifetimes.ts';
import { readRecord, receiptRecord, writeRecord } from '../sending/records.ts';
import { queuedLeads, sharedSendQueue } from '../sending/send-queue.ts';
import { dateAndTime } from '../times-shown.ts';

/** The receipt of one sent form. */
export type Receipt = {
  readonly kind: LeadKind;
  readonly reference: string;
  /** When the response came, or when the form was put aside to be sent later. */
  readonly at: Date;
  readonly answers: Answers;
} & (
  | { readonly state: 'received' }
  /**
   * The browser was offline, and the form goes out by itself later. Without `onDevice` the browser refused to store it, so it is
   * lost when the page closes. `isChange`: it changes what was sent before.
   */
  | { readonly state: 'waiting'; readonly onDevice: boolean; readonly isChange?: boolean | undefined }
);

/** The state of a receipt in a sentence. */
export const receiptState = (receipt: Receipt): string => {
  const at = dateAndTime(receipt.at);
  if (receipt.state === 'received') return `Received ${at}`;
  return `${receipt.isChange ? 'Change put' : 'Put'} aside ${at}, not confirmed yet`;
};

const none: Readonly<Partial<Record<LeadKind, Receipt>>> = {};

/** The last receipt of each form. It survives a reload. No other tab shows it. */
export const receipts = createStore(none);

const restored = new Set<LeadKind>();
const following = new Map<LeadKind, () => void>();

function show(kind: LeadKind, receipt: Receipt | undefined): void {
  restored.add(kind);
  const known = receipts.get()[kind];
  const before = known?.reference === receipt?.reference && known?.state === 'received' ? known : undefined;
  receipts.set({ ...receipts.get(), [kind]: receipt });
  if (receipt?.state === 'waiting') follow(kind, receipt, before);
}

/**
 * Shows the receipt from before a reload, once. A receipt that is too old is removed, because typed text is kept no longer than a
 * draft. One whose time lies as far in the future is removed as well, because its time must be wrong.
 */
function restore(kind: LeadKind): void {
  if (restored.has(kind)) return;
  const { tab, now } = browserEnvironment();
  const record = readRecord(tab, receiptKey(kind), receiptRecord);
  if (!record) return;
  if (Math.abs(now() - record.at) >= draftLifeMs) tab.remove(receiptKey(kind));
  else show(kind, { ...record, at: new Date(record.at) });
}

/**
 * A receipt that waits for a connection becomes a received one when its form is sent, and is removed when its form is cleared
 * from the device or comes back because the server cannot take it as it is.
 */
function follow(kind: LeadKind, { reference, answers }: Receipt, before: Receipt | undefined): void {
  const queue = sharedSendQueue();
  following.get(kind)?.();
  const leads = queuedLeads.get().filter((one) => one.reference === reference);
  // The submission that it changes may be in the queue too, under the same reference. Follow the change, not that one.
  const followed = leads.findLast(({ state }) => state === 'waiting') ?? leads[0];
  const look = () => {
    const lead = queuedLeads.get().find(({ key }) => key === followed?.key);
    if (lead?.state === 'waiting') return;
    stop();
    const held = receipts.get()[kind];
    if (held?.reference !== reference || held.state !== 'waiting') return;
    // Another tab may have sent it long ago, and put its line away.
    const sent = queue.lastSend(reference, answers);
    // If the change is not sent, the receipt of the lead that it was to change comes back.
    keepReceipt(
      kind,
      sent?.acknowledged ? { kind, reference, answers, state: 'received', at: new Date(sent.postedAt) } : before,
    );
  };
  const stop = queuedLeads.subscribe(look);
  following.set(kind, stop);
  look();
}

/** Keeps a receipt in place of the one before, or none. */
export function keepReceipt(kind: LeadKind, receipt: Receipt | undefined): void {
  const { tab } = browserEnvironment();
  if (!receipt) tab.remove(receiptKey(kind));
  else writeRecord(tab, receiptKey(kind), { onDevice: true, ...receipt, version: 1, at: receipt.at.getTime() });
  show(kind, receipt);
}

/** The last receipt of a form in this tab. */
export function useReceipt(kind: LeadKind): Receipt | undefined {
  useLayoutEffect(() => restore(kind), [kind]);
  return useStore(receipts, () => none)[kind];
}
