import { useEffect, useSyncExternalStore } from 'react';
import type { LeadKind } from '#contract/pages.ts';
import { watchQueue } from '../sending/queue-view.ts';
import { keepReceipt, type Receipt, receiptOf, watchReceipts } from './receipts.ts';

const none = () => undefined;

/**
 * The receipt that a form left behind in this document. One that waits for a connection becomes a received one as its form
 * goes out, and is none when its form is cleared from the device.
 */
export function useReceipt(kind: LeadKind): Receipt | undefined {
  const receipt = useSyncExternalStore(watchReceipts, () => receiptOf(kind), none);
  useEffect(() => {
    if (receipt?.state !== 'waiting') return undefined;
    return watchQueue((queued) => {
      const lead = queued.find(({ reference }) => reference === receipt.reference);
      const { reference, answers } = receipt;
      if (!lead) keepReceipt(kind, undefined);
      else if (lead.state === 'sent') {
        keepReceipt(kind, { kind, reference, answers, state: 'received', at: new Date() });
      }
    });
  }, [kind, receipt]);
  return receipt;
}
