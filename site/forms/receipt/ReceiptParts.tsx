import { type ComponentType, useEffect, useState } from 'react';
import { type Receipt, receiptState } from './receipts.ts';
import './receipt.css';

/** The reference, set to be read out over the telephone, under the stamp. */
export function ReceiptReference({ receipt }: { receipt: Receipt }) {
  return (
    <div className="receipt-reference">
      <p className="receipt-label">Reference</p>
      <p className="receipt-number">{receipt.reference}</p>
      <p className="receipt-when">{receiptState(receipt)}</p>
      <p className={`stamp stamp-${receipt.state}`} aria-hidden="true">
        {receipt.state === 'received' ? 'Received' : 'Waiting'}
      </p>
    </div>
  );
}

/** Fetches what stands under the reference: early, so that it is there also when the browser is offline by then. */
export const loadReceiptBody = () => import('./ReceiptBody.tsx');

/** What stands under the reference. A file that cannot be fetched is asked for again when the browser is back online. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const [Body, setBody] = useState<ComponentType<{ receipt: Receipt }>>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const load = () =>
      loadReceiptBody().then(
        ({ ReceiptBody }) => setBody(() => ReceiptBody),
        () => setMissing(true),
      );
    void load();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, []);
  if (Body) return <Body receipt={receipt} />;
  return isMissing && <p>Keep this reference. The next steps appear here when you are online.</p>;
}
