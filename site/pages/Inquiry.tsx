import { useEffect } from 'react';
import { formNames } from '#contract/form-names.ts';
import { InquiryForm, inquiryLead } from '../forms/inquiry/InquiryForm.tsx';
import { leadStatus, useLeadView } from '../forms/lead-status.ts';
import { LeftReceipt } from '../forms/receipt/LeftReceipt.tsx';
import { ReceiptCard } from '../forms/receipt/ReceiptCard.tsx';
import './form-page.css';

/** The inquiry as a page of its own: for a browser without script, and for a link that is passed on. */
export function Inquiry() {
  const state = useLeadView('inquiry').form;
  useEffect(() => leadStatus('inquiry').startAgain, []);
  return (
    <div className="form-page night">
      <div className="frame">
        <div className="form-page-head">
          <h1>{formNames.inquiry.title}</h1>
          <p>{inquiryLead}</p>
        </div>
        {state.status === 'done' ? (
          <ReceiptCard receipt={state.receipt} />
        ) : (
          <>
            <LeftReceipt kind="inquiry" />
            <div className="sheet paper">
              <InquiryForm />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
