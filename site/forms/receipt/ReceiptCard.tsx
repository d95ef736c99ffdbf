import { useId, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { formNames } from '#contract/form-names.ts';
import { ReceiptDetails, type ReceiptProps, ReceiptReference } from './ReceiptParts.tsx';
import { useKeepReceiptInView } from './sight.ts';

/** The receipt of a form, on the page from which the form was opened. */
export function ReceiptCard(props: ReceiptProps) {
  const { receipt, onDismiss } = props;
  const headingId = useId();
  const card = useRef<HTMLElement>(null);
  useKeepReceiptInView(card, receipt.reference, !onDismiss);
  return (
    <section className="receipt paper" aria-labelledby={headingId} ref={card}>
      <div className="receipt-head">
        <h2 id={headingId} tabIndex={-1}>
          {formNames[receipt.kind].title}
        </h2>
        <ReceiptReference receipt={receipt} />
      </div>
      <div className="receipt-body">
        <ReceiptDetails {...props} />
        {onDismiss && (
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </section>
  );
}
