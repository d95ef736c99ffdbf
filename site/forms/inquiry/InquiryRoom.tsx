import { useEffect, useRef, useState } from 'react';
import { LeftReceipt } from '../receipt/LeftReceipt.tsx';
import { useReceipt } from '../receipt/receipts.ts';
import { bringInSight } from '../receipt/sight.ts';
import { InquiryDialog } from './InquiryDialog.tsx';

/** The inquiry as the home page has it: a dialog that opens, and the receipt that stays when it has closed. */
export function InquiryRoom({ open, onClose }: { open: boolean; onClose: () => void }) {
  const receipt = useReceipt('inquiry');
  const band = useRef<HTMLDivElement>(null);
  /** How often the dialog left a receipt behind. */
  const [left, setLeft] = useState(0);
  const close = (done: boolean) => {
    if (done) setLeft(left + 1);
    onClose();
  };
  // After the dialog, which gives the focus back to what opened it.
  useEffect(() => {
    if (left > 0) bringInSight(band.current);
  }, [left]);
  return (
    <>
      {receipt && (
        <div className="receipt-band paper" ref={band}>
          <div className="frame">
            <LeftReceipt kind="inquiry" />
          </div>
        </div>
      )}
      <InquiryDialog open={open} onClose={close} />
    </>
  );
}
