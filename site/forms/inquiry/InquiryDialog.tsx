import { useEffect, useRef } from 'react';
import { timings } from '#contract/timings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { forms } from '../forms.ts';
import { isAnswered, readForm } from '../read-form.ts';
import { keepReceipt, type Receipt } from '../receipt/receipts.ts';
import type { LeadFormModel } from '../useLeadForm.ts';
import { InquiryForm } from './InquiryForm.tsx';
import { inquiryLead } from './lead.ts';

/**
 * The inquiry in its dialog. After a success it says so, and 2 s later clears the form and closes itself; the receipt
 * stays on the page (S4). It stays mounted while closed, so a sending that is under way arrives all the same.
 */
export function InquiryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const answered = useRef(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const finish = useRef<() => void>(undefined);
  // Who leaves the page before the two seconds are over finds the receipt when they come back.
  useEffect(() => () => finish.current?.(), []);

  const done = (receipt: Receipt, { startAgain }: Pick<LeadFormModel, 'startAgain'>) => {
    finish.current = () => {
      clearTimeout(closing.current);
      finish.current = undefined;
      startAgain();
      keepReceipt('inquiry', receipt);
      onClose();
    };
    // Who is offline reads why nothing was sent yet, and closes the dialog when they have.
    if (receipt.state === 'received') closing.current = setTimeout(() => finish.current?.(), timings.inquiryCloseMs);
  };
  const close = () => (finish.current ? finish.current() : onClose());

  return (
    <Dialog
      open={open}
      title={forms.inquiry.title}
      closeLabel="Close the inquiry"
      onClose={close}
      closesOutside={() => !answered.current}
    >
      <p className="dialog-lead">{inquiryLead}</p>
      <InquiryForm
        shown={open}
        onDone={done}
        onCancel={close}
        onAnswers={(form) => {
          answered.current = isAnswered(readForm(form, forms.inquiry.fields));
        }}
      />
    </Dialog>
  );
}
