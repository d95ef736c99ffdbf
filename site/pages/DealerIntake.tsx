import { useEffect, useRef, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { pages } from '#contract/pages.ts';
import { fields } from '../forms/intake/fields.ts';
import { IntakeForm } from '../forms/intake/IntakeForm.tsx';
import { ThankYouDialog } from '../forms/intake/ThankYouDialog.tsx';
import { useStep } from '../forms/intake/useStep.ts';
import { Welcome } from '../forms/intake/Welcome.tsx';
import { leadStatus, useLeadView } from '../forms/lead-status.ts';
import { intakeFormId } from '../forms/page-of-form.ts';
import { LeftReceipt } from '../forms/receipt/LeftReceipt.tsx';
import { ReceiptCard } from '../forms/receipt/ReceiptCard.tsx';
import { bringInSight } from '../forms/receipt/sight.ts';
import './form-page.css';
import '../forms/intake/intake.css';

const required = fields.filter((field) => field.required).length;

/** After the page has arrived: then its errors take the focus from its heading. Where the form is shown, nothing is to be done. */
function showForm(): void {
  setTimeout(() => {
    if (location.hash !== `#${intakeFormId}`) location.replace(`#${intakeFormId}`);
  });
}

/** The dealer intake: a welcome panel that says what will be asked, then the form. */
export function DealerIntake() {
  const step = useStep();
  const state = useLeadView('intake').form;
  const receipt = state.status === 'done' ? state.receipt : undefined;
  /** The receipt whose thanks were closed. */
  const [thanked, setThanked] = useState('');
  const thanking = receipt !== undefined && thanked !== receipt.reference;
  const frame = useRef<HTMLDivElement>(null);
  // After the dialog, which gives the focus back to the page.
  useEffect(() => {
    if (thanked) bringInSight(frame.current?.querySelector<HTMLElement>('.receipt') ?? null);
  }, [thanked]);
  useEffect(() => leadStatus('intake').startAgain, []);
  return (
    <div className="form-page intake night" data-step={step}>
      <div className="frame" ref={frame}>
        <header className="form-page-bar">
          <p className="brand">
            <Mark />
            {brand.name}
          </p>
          <LinkButton href={pages.home}>Home</LinkButton>
        </header>
        <div className="form-page-head">
          <h1>Put your store on the desk.</h1>
          <p>
            Three parts, {fields.length} questions, {required} of them required: about four minutes. What you type is
            saved on this device as you go, if your browser allows it.
          </p>
        </div>
        {receipt ? (
          <>
            {!thanking && <ReceiptCard receipt={receipt} />}
            <ThankYouDialog receipt={receipt} open={thanking} onClose={() => setThanked(receipt.reference)} />
          </>
        ) : (
          <>
            <LeftReceipt kind="intake" />
            <Welcome formId={intakeFormId} />
            <div className="sheet paper" id={intakeFormId} tabIndex={-1}>
              <IntakeForm shown={step === 'form'} onReturned={showForm} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
