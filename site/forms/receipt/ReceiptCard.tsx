import { useId, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { formNames } from '#contract/form-names.ts';
import { ReceiptDetails, ReceiptReference } from './ReceiptParts.tsx';
import type { Receipt } from './receipts.ts';
import { useKeptInSight } from './sight.ts';

/**
 * The receipt of a form, on the page from which the form was opened. Without `onDismiss` it is new, and stands in the place of its
 * form.
 */
export function ReceiptCard({ receipt, onDismiss }: { receipt: Receipt; onDismiss?: () => void }) {
  const headingId = useId();
  const card = useRef<HTMLElement>(null);
  useKeptInSight(card, receipt.reference, !onDismiss);
  return (
    <section className="receipt paper" aria-labelledby={headingId} ref={card}>
      <div className="receipt-head">
        <h2 id={headingId} tabIndex={-1}>
          {formNames[receipt.kind].title}
        </h2>
        <ReceiptReference receipt={receipt} />
      </div>
      <div className="receipt-body">
        <ReceiptDetails receipt={receipt} />
        {onDismiss && (
          <Button look="quiet" onClick={onDismiss}>
            Put this away
          </Button>
        )}
      </div>
    </section>
  );
}
