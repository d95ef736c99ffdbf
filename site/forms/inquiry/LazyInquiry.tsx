import { useEffect, useRef, useState } from 'react';
import { LeftReceipt } from '../receipt/LeftReceipt.tsx';
import { useReceipt } from '../receipt/receipts.ts';
import { bringInSight } from '../receipt/sight.ts';
import { InquiryDialog } from './InquiryDialog.tsx';

/** The inquiry of the home page, loaded when it is needed: its dialog, and the receipt that stays after it was closed. */
export function LazyInquiry({ open, onClose }: { open: boolean; onClose: () => void }) {
  const receipt = useReceipt('inquiry');
  const section = useRef<HTMLDivElement>(null);
  /** How often the dialog was closed with a new receipt. */
  const [left, setLeft] = useState(0);
  const close = (done: boolean) => {
    if (done) setLeft(left + 1);
    onClose();
  };
  // In an effect, so that it runs after the dialog has given the focus back to the element that opened it.
  useEffect(() => {
    if (left > 0) bringInSight(section.current);
  }, [left]);
  return (
    <>
      {receipt && (
        <div className="receipt-section paper" ref={section}>
          <div className="frame">
            <LeftReceipt kind="inquiry" />
          </div>
        </div>
      )}
      <InquiryDialog open={open} onClose={close} />
    </>
  );
}
