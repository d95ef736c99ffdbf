import { ReceiptCard } from '../receipt/ReceiptCard.tsx';
import { keepReceipt } from '../receipt/receipts.ts';
import { useReceipt } from '../receipt/useReceipt.ts';
import { InquiryDialog } from './InquiryDialog.tsx';

/** The inquiry as the home page has it: a dialog that opens, and the receipt that stays when it has closed. */
export function InquiryRoom({ open, onClose }: { open: boolean; onClose: () => void }) {
  const receipt = useReceipt('inquiry');
  return (
    <>
      {receipt && (
        <div className="receipt-band paper">
          <div className="frame">
            <ReceiptCard receipt={receipt} onDismiss={() => keepReceipt('inquiry', undefined)} />
          </div>
        </div>
      )}
      <InquiryDialog open={open} onClose={onClose} />
    </>
  );
}
