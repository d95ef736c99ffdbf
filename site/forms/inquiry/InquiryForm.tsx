import { useEffect } from 'react';
import { brand } from '#brand/brand.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { texts } from '#contract/fixed-texts.ts';
import { inquiryFields } from '#contract/inquiry.ts';
import { pages } from '#contract/pages.ts';
import { DraftNote } from '../DraftNote.tsx';
import { EditedNote, sendChanges } from '../EditedNote.tsx';
import { FormField } from '../FormField.tsx';
import { LeadForm, PrivacyNotice, RequiredNote } from '../LeadForm.tsx';
import type { LeadFormState } from '../lead-status.ts';
import { OddAnswers, oddAnswersId } from '../OddAnswers.tsx';
import { type LeadFormModel, useLeadForm } from '../useLeadForm.ts';
import { Waiting } from '../Waiting.tsx';

/** The text above the inquiry: how long it is, and who reads it. */
export const inquiryLead = `${inquiryFields.length} questions about your store, about two minutes. A person reads it and answers you.`;

/** The result of the last press of the button. Each kind has a live region of its own, so that each is announced. */
function InquiryMessage({ model }: { model: LeadFormModel }) {
  const { state, draft } = model;
  const receipt = state.status === 'done' ? state.receipt : undefined;
  const what = receipt?.state === 'waiting' && receipt.isChange ? 'change' : 'inquiry';
  const retryAtMs = state.status === 'submitting' ? state.retryAtMs : undefined;
  return (
    <>
      <Alert tone="note" shown={state.status === 'submitting'} focus>
        <p>{retryAtMs === undefined ? 'Sending your inquiry…' : <Waiting retryAtMs={retryAtMs} />}</p>
      </Alert>
      <Alert tone="stop" shown={state.status === 'failed'} title={texts.inquiryFailedTitle} focus isLate>
        <p>{texts.inquiryFailed(brand.email)}</p>
        <p className="alert-aside">
          {draft.status !== 'none' && 'Nothing you typed was lost.'}
          {draft.status === 'saved' && ' If it fails again, load the page again.'}
        </p>
      </Alert>
      <Alert tone="go" shown={receipt?.state === 'received'} title={texts.inquirySuccess} focus isLate>
        <p>Your reference is {receipt?.reference}. A copy stays on the page.</p>
      </Alert>
      <Alert tone="note" shown={receipt?.state === 'waiting'} title="You are offline" focus>
        <p>
          {receipt?.state === 'waiting' && receipt.onDevice
            ? `Your ${what} is kept in this browser and goes out by itself when this site is open in it and you are back online.`
            : `Your ${what} goes out by itself when you are back online. Leave this page open until then.`}
        </p>
      </Alert>
      <EditedNote model={model} />
    </>
  );
}

const sendLabels: Record<LeadFormState['status'], string> = {
  filling: 'Send inquiry',
  refused: 'Send inquiry',
  failed: 'Send inquiry',
  submitting: 'Sending…',
  done: texts.inquirySubmitted,
};

function sendLabel({ state, amended }: LeadFormModel): string {
  if (amended && state.status !== 'submitting') return sendChanges;
  if (state.status === 'done' && state.receipt.state === 'waiting') return 'Waiting for a connection';
  return sendLabels[state.status];
}

interface InquiryFormProps {
  /** False while its dialog is closed. */
  shown?: boolean;
  /** Leaves the form; without it the form is a page, and Cancel is a link home. */
  onCancel?: () => void;
  onAnswers?: (form: HTMLFormElement) => void;
}

/** The dealer inquiry, in its dialog and on its page. */
export function InquiryForm({ shown = true, onCancel, onAnswers }: InquiryFormProps) {
  const model = useLeadForm('inquiry', { fields: inquiryFields, shown, ...(onAnswers && { onAnswers }) });
  const { form, state, findings } = model;
  useEffect(() => {
    // The bar has grown by a message. A field that is typed into by then is scrolled out from behind it (WCAG 2.4.11).
    if (state.status !== 'filling') form.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
  }, [form, state.status]);
  const busy = state.status === 'submitting';
  const [first] = inquiryFields;
  const Heading = onCancel ? 'h3' : 'h2';
  return (
    <LeadForm kind="inquiry" model={model}>
      <section aria-labelledby="inquiry-dealership">
        <div className="lead-section-head">
          <Heading id="inquiry-dealership">{first?.group}</Heading>
          <RequiredNote />
        </div>
        <div className="lead-fields">
          {inquiryFields.map((field) => (
            <FormField key={field.name} {...model.propsOf(field)} />
          ))}
        </div>
      </section>
      <div className="lead-end">
        <PrivacyNotice />
        <DraftNote model={model} />
      </div>
      <OddAnswers form="inquiry" fields={inquiryFields} findings={findings} />
      <div className="lead-actions">
        <InquiryMessage model={model} />
        <div className="buttons">
          {onCancel ? (
            <Button onClick={onCancel} disabled={busy}>
              {state.status === 'done' ? 'Close' : 'Cancel'}
            </Button>
          ) : (
            <LinkButton href={pages.home}>Cancel</LinkButton>
          )}
          <Button
            type="submit"
            look="primary"
            aria-describedby={oddAnswersId('inquiry')}
            disabled={busy || state.status === 'done'}
          >
            {sendLabel(model)}
          </Button>
        </div>
      </div>
    </LeadForm>
  );
}
