import { useSyncExternalStore } from 'react';
import type { LeadKind } from '#contract/pages.ts';
import { type Receipt, receiptOf, watchReceipts } from './receipts.ts';

const none = () => undefined;

/** The last receipt of a form in this tab. */
export const useReceipt = (kind: LeadKind): Receipt | undefined =>
  useSyncExternalStore(watchReceipts, () => receiptOf(kind), none);
