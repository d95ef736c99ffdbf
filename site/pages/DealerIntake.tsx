import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { forms } from '../forms/forms.ts';
import { IntakeForm } from '../forms/intake/IntakeForm.tsx';
import { intakeFormId } from '../forms/intake/parts.ts';
import { ThankYouDialog } from '../forms/intake/ThankYouDialog.tsx';
import { useStep } from '../forms/intake/useStep.ts';
import { Welcome } from '../forms/intake/Welcome.tsx';
import { LeftReceipt } from '../forms/receipt/LeftReceipt.tsx';
import { ReceiptCard } from '../forms/receipt/ReceiptCard.tsx';
import { keepReceipt, type Receipt } from '../forms/receipt/receipts.ts';
import { useReceipt } from '../forms/receipt/useReceipt.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import './form-page.css';
import '../forms/intake/intake.css';

const { fields } = forms.intake;
const required = fields.filter((field) => field.required).length;

/** After the page has arrived: then its errors take the focus from its heading. */
const showForm = () => void setTimeout(() => location.replace(`#${intakeFormId}`));

/** The dealer intake: a welcome panel that says what will be asked, then the form. */
export function DealerIntake() {
  const step = useStep();
  const [sent, setSent] = useState(false);
  const [thanking, setThanking] = useState(false);
  const latest = useReceipt('intake');
  const receipt = sent ? latest : undefined;
  const done = (given: Receipt) => {
    keepReceipt('intake', given);
    setSent(true);
    setThanking(true);
  };
  return (
    <div className="form-page intake night" data-step={step}>
      <div className="frame">
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
            Three parts, {fields.length} lines, {required} of them required: about four minutes. What you type is saved
            on this device as you go, if your browser allows it.
          </p>
        </div>
        {receipt ? (
          <>
            {!thanking && <ReceiptCard receipt={receipt} />}
            <ThankYouDialog receipt={receipt} open={thanking} onClose={() => setThanking(false)} />
          </>
        ) : (
          <>
            <LeftReceipt kind="intake" />
            <Welcome formId={intakeFormId} />
            <div className="sheet paper" id={intakeFormId} tabIndex={-1}>
              <IntakeForm onDone={done} onReturned={showForm} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
