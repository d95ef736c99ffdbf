import type { Answers } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';

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
