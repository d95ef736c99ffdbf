import { useSyncExternalStore } from 'react';
import type { LeadKind } from '#contract/pages.ts';
import { type Receipt, receiptOf, watchReceipts } from './receipts.ts';

const none = () => undefined;

/** The receipt that a form left behind in this document, while there is one. */
export const useReceipt = (kind: LeadKind): Receipt | undefined =>
  useSyncExternalStore(watchReceipts, () => receiptOf(kind), none);
