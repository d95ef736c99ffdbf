import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { browserEnvironment } from '../sending/environment.ts';
import { draftLifeMs, receiptKey } from '../sending/lifetimes.ts';
import { queuedLeads } from '../sending/queue-view.ts';
import { type ReceiptRecord, readRecord, receiptRecord, writeRecord } from '../sending/records.ts';
import { sharedSendQueue } from '../sending/send-queue.ts';

/**
 * What became of what was sent: the server has it, or it waits because the browser was offline, and goes out by itself.
 * Without `onDevice` the browser refused to keep it, and it lives as long as the page.
 */
type Fate = { readonly state: 'received' } | { readonly state: 'waiting'; readonly onDevice: boolean };

/** What a person keeps of what they sent. */
export type Receipt = Fate & {
  readonly kind: LeadKind;
  readonly reference: string;
  /** When the answer came, or when it was put aside to be sent. */
  readonly at: Date;
  readonly answers: Answers;
};

/** The last receipt of each form, as its tab keeps it: it survives a reload, and no other tab shows it. */
const receipts = new Map<LeadKind, Receipt | undefined>();
const listeners = new Set<() => void>();
const following = new Map<LeadKind, () => void>();

const fateOf = ({ state, onDevice }: ReceiptRecord): Fate => (state === 'received' ? { state } : { state, onDevice });

/** The receipt of before a reload. One that is too old leaves the tab: what was typed stays nowhere for longer than a draft. */
function restore(kind: LeadKind): Receipt | undefined {
  const { tab, now } = browserEnvironment();
  const record = readRecord(tab, receiptKey(kind), receiptRecord);
  if (!record) return undefined;
  if (now() - record.at >= draftLifeMs) {
    tab.remove(receiptKey(kind));
    return undefined;
  }
  const { reference, answers, at } = record;
  return { kind, reference, answers, at: new Date(at), ...fateOf(record) };
}

/**
 * A receipt that waits for a connection becomes a received one as its form goes out, and is none when its form is cleared
 * from the device or comes back because the server cannot take it as it is.
 */
function follow(kind: LeadKind, { reference, answers }: Receipt): void {
  sharedSendQueue();
  following.get(kind)?.();
  const look = () => {
    const lead = queuedLeads.get().find((one) => one.reference === reference);
    if (lead?.state === 'waiting') return;
    stop();
    const held = receipts.get(kind);
    if (held?.reference !== reference || held.state !== 'waiting') return;
    const received: Receipt = { kind, reference, answers, state: 'received', at: new Date() };
    keepReceipt(kind, lead?.state === 'sent' ? received : undefined);
  };
  const stop = queuedLeads.subscribe(look);
  following.set(kind, stop);
  // Not at once: a component may be reading its receipt for the first time.
  queueMicrotask(look);
}

export function receiptOf(kind: LeadKind): Receipt | undefined {
  if (!receipts.has(kind)) {
    const restored = restore(kind);
    receipts.set(kind, restored);
    if (restored?.state === 'waiting') follow(kind, restored);
  }
  return receipts.get(kind);
}

function write(kind: LeadKind, receipt: Receipt | undefined): void {
  const { tab } = browserEnvironment();
  if (!receipt) {
    tab.remove(receiptKey(kind));
    return;
  }
  const { reference, answers, at, state } = receipt;
  const onDevice = receipt.state === 'received' || receipt.onDevice;
  writeRecord(tab, receiptKey(kind), { version: 1, kind, reference, answers, at: at.getTime(), state, onDevice });
}

/** Keeps a receipt in place of the one before, or none. */
export function keepReceipt(kind: LeadKind, receipt: Receipt | undefined): void {
  receipts.set(kind, receipt);
  write(kind, receipt);
  if (receipt?.state === 'waiting') follow(kind, receipt);
  for (const listener of listeners) listener();
}

export function watchReceipts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
