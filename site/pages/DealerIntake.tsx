import { type ComponentType, useEffect, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { LinkButton } from '#client/ui/Button.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { pages } from '#contract/pages.ts';
import { servedPart } from '../app/Served.tsx';
import { fields } from '../forms/intake/fields.ts';
import { IntakeForm } from '../forms/intake/IntakeForm.tsx';
import { ThankYouDialog } from '../forms/intake/ThankYouDialog.tsx';
import { useStep } from '../forms/intake/useStep.ts';
import { leadStatus, useLeadView } from '../forms/lead-status.ts';
import { intakeFormId } from '../forms/page-of-form.ts';
import { LeftReceipt } from '../forms/receipt/LeftReceipt.tsx';
import { ReceiptCard } from '../forms/receipt/ReceiptCard.tsx';
import './form-page.css';
import '../forms/intake/intake.css';

/** The welcome panel: what the form will ask in three highlights, and in the fourth square the button that opens it. */
const welcome = servedPart(
  { as: 'section', id: 'welcome', className: 'welcome paper', 'aria-labelledby': 'welcome-heading' },
  () => import('../forms/intake/Welcome.tsx').then((file) => file.Welcome),
);

const required = fields.filter((field) => field.required).length;

/**
 * Shows the form instead of the welcome panel, if it is not shown yet. In a timer, so that the form's errors take the focus after
 * the page's heading had it.
 */
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
  /** The reference of the receipt whose thanks were closed; empty before that. */
  const [thanked, setThanked] = useState('');
  const thanking = thanked !== receipt?.reference;
  useEffect(() => leadStatus('intake').startAgain, []);
  return (
    <div className="form-page intake night" data-step={receipt ? 'sent' : step}>
      <div className="frame">
        <header className="wrapped form-page-bar">
          <p className="brand">
            <Mark />
            {brand.name}
          </p>
          <LinkButton href={pages.home}>Home</LinkButton>
        </header>
        <div className="form-page-head">
          <h1>Put your store on the desk.</h1>
          <p>
            Three parts, {fields.length} questions, {required} required: about four minutes.
          </p>
        </div>
        {receipt ? (
          <>
            <ThankYouDialog receipt={receipt} open={thanking} onClose={() => setThanked(receipt.reference)} />
            {/* After the dialog, so that it takes the focus after the dialog has given it back. */}
            {!thanking && <ReceiptCard receipt={receipt} />}
          </>
        ) : (
          <LeftReceipt kind="intake" />
        )}
        {/* It stays while a receipt is shown, because its served content exists only once. */}
        <welcome.Part />
        {!receipt && (
          <div className="sheet paper" id={intakeFormId} tabIndex={-1}>
            <IntakeForm shown={step === 'form'} onReturned={showForm} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Loads the page, with its welcome panel when this document needs the code of it. */
export async function loadDealerIntake(): Promise<ComponentType> {
  await welcome.load();
  return DealerIntake;
}
