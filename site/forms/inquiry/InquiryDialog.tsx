import { useEffect, useEffectEvent, useRef } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import { formNames } from '#contract/form-names.ts';
import { inquiryFields } from '#contract/inquiry.ts';
import { timings } from '#contract/timings.ts';
import { leadStatus, useLeadView } from '../lead-status.ts';
import { isAnswered, readForm } from '../read-form.ts';
import { InquiryForm, inquiryLead } from './InquiryForm.tsx';

interface InquiryDialogProps {
  open: boolean;
  /** `done` says that the form was sent or put aside: its receipt stands on the page. */
  onClose: (done: boolean) => void;
}

/**
 * The inquiry in its dialog. After a success it says so, and 2 s later clears the form and closes itself; the receipt
 * stays on the page (S4). It stays mounted while closed, so that what was typed is there when it is opened again.
 */
export function InquiryDialog({ open, onClose }: InquiryDialogProps) {
  const answered = useRef(false);
  const state = useLeadView('inquiry').form;
  const close = () => {
    const done = state.status === 'done';
    leadStatus('inquiry').startAgain();
    onClose(done);
  };

  // A person who is offline closes the dialog themselves, after reading why nothing was sent yet.
  const received = open && state.status === 'done' && state.receipt.state === 'received';
  const closeItself = useEffectEvent(close);
  useEffect(() => {
    if (!received) return;
    const timer = setTimeout(() => closeItself(), timings.inquiryCloseMs);
    return () => clearTimeout(timer);
  }, [received]);
  // A person who leaves the page within the two seconds finds an empty form when they come back.
  useEffect(() => leadStatus('inquiry').startAgain, []);

  return (
    <Dialog
      open={open}
      title={formNames.inquiry.title}
      closeLabel="Close the inquiry"
      onClose={close}
      closesOutside={() => !answered.current}
    >
      <p className="dialog-lead">{inquiryLead}</p>
      <InquiryForm
        shown={open}
        onCancel={close}
        onAnswers={(form) => {
          answered.current = isAnswered(readForm(form, inquiryFields));
        }}
      />
    </Dialog>
  );
}
