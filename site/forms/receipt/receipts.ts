import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';

/** What a person keeps of what they sent. */
export interface Receipt {
  readonly kind: LeadKind;
  readonly reference: string;
  /** When the answer came, or when it was put aside to be sent. */
  readonly at: Date;
  /** `waiting`: the browser was offline; it is kept on this device and goes out by itself. */
  readonly state: 'received' | 'waiting';
  readonly answers: Answers;
}

/** The last receipt of each form, for as long as the document lives: a form that closes itself leaves its receipt behind. */
const receipts = new Map<LeadKind, Receipt>();
const listeners = new Set<() => void>();

export const receiptOf = (kind: LeadKind): Receipt | undefined => receipts.get(kind);

/** Keeps a receipt in place of the one before, or none. */
export function keepReceipt(kind: LeadKind, receipt: Receipt | undefined): void {
  if (receipt) receipts.set(kind, receipt);
  else receipts.delete(kind);
  for (const listener of listeners) listener();
}

export function watchReceipts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
