import { useState } from 'react';
import { forms } from '../forms/forms.ts';
import { InquiryForm } from '../forms/inquiry/InquiryForm.tsx';
import { inquiryLead } from '../forms/inquiry/lead.ts';
import { LeftReceipt } from '../forms/receipt/LeftReceipt.tsx';
import { ReceiptCard } from '../forms/receipt/ReceiptCard.tsx';
import { keepReceipt, type Receipt } from '../forms/receipt/receipts.ts';
import { useReceipt } from '../forms/receipt/useReceipt.ts';
import './form-page.css';

/** The inquiry as a page of its own: for a browser without script, and for a link that is passed on. */
export function Inquiry() {
  const [sent, setSent] = useState(false);
  const receipt = useReceipt('inquiry');
  const done = (given: Receipt) => {
    keepReceipt('inquiry', given);
    setSent(true);
  };
  return (
    <div className="form-page night">
      <div className="frame">
        <div className="form-page-head">
          <h1>{forms.inquiry.title}</h1>
          <p>{inquiryLead}</p>
        </div>
        {sent && receipt ? (
          <ReceiptCard receipt={receipt} />
        ) : (
          <>
            <LeftReceipt kind="inquiry" />
            <div className="sheet paper">
              <InquiryForm onDone={done} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
