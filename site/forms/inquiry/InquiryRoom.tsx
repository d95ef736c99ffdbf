import { LeftReceipt } from '../receipt/LeftReceipt.tsx';
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
            <LeftReceipt kind="inquiry" />
          </div>
        </div>
      )}
      <InquiryDialog open={open} onClose={onClose} />
    </>
  );
}
