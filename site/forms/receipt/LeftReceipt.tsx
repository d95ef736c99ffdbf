import { jumpTo } from '#client/ui/jump-to.ts';
import type { LeadKind } from '#contract/pages.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { keepReceipt, useReceipt } from './receipts.ts';

/** The receipt of a form that was sent before from this document, until it is put away. */
export function LeftReceipt({ kind }: { kind: LeadKind }) {
  const receipt = useReceipt(kind);
  const putAway = () => {
    keepReceipt(kind, undefined);
    jumpTo('main');
  };
  return receipt && <ReceiptCard receipt={receipt} onDismiss={putAway} />;
}
