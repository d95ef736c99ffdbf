import { jumpTo } from '#client/ui/jump-to.ts';
import type { LeadKind } from '#contract/pages.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { keepReceipt, useReceipt } from './receipts.ts';

/** The last receipt of a form in this tab, until the person puts it away. */
export function LeftReceipt({ kind }: { kind: LeadKind }) {
  const receipt = useReceipt(kind);
  const putAway = () => {
    keepReceipt(kind, undefined);
    jumpTo('main');
  };
  return receipt && <ReceiptCard receipt={receipt} onDismiss={putAway} />;
}
