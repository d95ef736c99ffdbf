import { type ComponentType, useEffect, useState } from 'react';
import { untilDone } from '../sending/backoff.ts';
import { type Receipt, receiptState } from './receipts.ts';
import './receipt.css';

/** The reference, written so that it can be read out over the telephone, with the stamp. */
export function ReceiptReference({ receipt }: { receipt: Receipt }) {
  return (
    <div className="receipt-reference">
      <p className="receipt-label">Reference</p>
      <p className="numerals receipt-number">{receipt.reference}</p>
      <p className="receipt-when">{receiptState(receipt)}</p>
      <p className={`stamp stamp-${receipt.state}`} aria-hidden="true">
        {receipt.state === 'received' ? 'Received' : 'Waiting'}
      </p>
    </div>
  );
}

export interface ReceiptProps {
  readonly receipt: Receipt;
  /** Puts away a receipt that was left. Without it, the receipt is new and stands in the place of its form. */
  readonly onDismiss?: () => void;
}

/** Fetches the part below the reference. Call it early, because the browser may be offline later. */
export const loadReceiptBody = () => import('./ReceiptBody.tsx');

/** The part below the reference. If its file cannot be fetched, it tries again when online, and after growing waits. */
export function ReceiptDetails(props: ReceiptProps) {
  const [Body, setBody] = useState<ComponentType<ReceiptProps>>();
  const [isMissing, setMissing] = useState(false);
  useEffect(
    () =>
      untilDone(() =>
        loadReceiptBody().then(
          ({ ReceiptBody }) => setBody(() => ReceiptBody),
          (failure: unknown) => {
            setMissing(true);
            throw failure;
          },
        ),
      ),
    [],
  );
  if (Body) return <Body {...props} />;
  return isMissing && <p>Keep this reference. The next steps appear here when you are online.</p>;
}
