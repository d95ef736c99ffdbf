import { type ReactNode, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { telOf } from '#client/ui/tel.ts';
import type { Field } from '#contract/fields.ts';
import { texts } from '#contract/fixed-texts.ts';
import { consentField, rewordedConsent } from '#contract/intake.ts';
import { DraftNote } from '../DraftNote.tsx';
import { EditedNote, sendChanges } from '../EditedNote.tsx';
import { FormField } from '../FormField.tsx';
import { LeadForm, PrivacyNotice, RequiredNote } from '../LeadForm.tsx';
import { OddAnswers, oddAnswersId } from '../OddAnswers.tsx';
import { readForm } from '../read-form.ts';
import { type LeadFormModel, type LeadFormOptions, useLeadForm } from '../useLeadForm.ts';
import { Waiting } from '../Waiting.tsx';
import { FormNav } from './FormNav.tsx';
import { fields } from './fields.ts';
import { answersLacking, type IntakePart, intakeParts, sendPartId } from './parts.ts';
import { followBusinessAddress } from './same-address.ts';

/** The result of the last press of the button. Each kind has a live region of its own, so that each is announced. */
function IntakeMessage({ model }: { model: LeadFormModel }) {
  const { state } = model;
  const retryAtMs = state.status === 'submitting' ? state.retryAtMs : undefined;
  return (
    <>
      <Alert tone="note" shown={state.status === 'submitting'} title={texts.intakeSubmitting} focus>
        {retryAtMs !== undefined && (
          <p>
            <Waiting retryAtMs={retryAtMs} />
          </p>
        )}
      </Alert>
      <Alert tone="stop" shown={state.status === 'failed'} title={texts.intakeFailed} focus isLate>
        <p>
          {model.draft.status !== 'none' && 'Nothing you typed was lost. '}
          Call <a href={telOf(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      </Alert>
      <EditedNote model={model} />
    </>
  );
}

function sendLabel({ state, amended }: LeadFormModel): string {
  if (state.status === 'submitting') return texts.intakeSubmitting;
  return amended ? sendChanges : 'Send registration';
}

type Heading = Pick<IntakePart, 'id' | 'square' | 'heading'>;

function Part({ part, children }: { part: Heading; children: ReactNode }) {
  return (
    <section aria-labelledby={part.id}>
      <div className="lead-section-head">
        <h2 id={part.id} tabIndex={-1}>
          <Mark lit={part.square} />
          {part.heading}
        </h2>
      </div>
      {children}
    </section>
  );
}

/** The dealer intake: three parts and the sending, on one sheet. */
export function IntakeForm({ shown, onReturned }: { shown: boolean } & Pick<LeadFormOptions, 'onReturned'>) {
  const [sameAddress, setSameAddress] = useState(false);
  const [lacking, setLacking] = useState(() => answersLacking({}));
  const onAnswers = (form: HTMLFormElement) => {
    setSameAddress(followBusinessAddress(form));
    const now = answersLacking(readForm(form, fields));
    setLacking((before) => (before.join() === now.join() ? before : now));
  };
  const model = useLeadForm('intake', { fields, shown, onReturned, onAnswers });
  const { state, findings } = model;
  const consentHelp = `${model.reworded ? `${rewordedConsent} ` : ''}Optional. Leave it unticked and ${brand.name} texts you nothing.`;
  const busy = state.status === 'submitting';

  const draw = (field: Field) => (
    <FormField
      key={field.name}
      {...model.propsOf(field)}
      disabled={field.name === 'mailing_address' && sameAddress}
      help={field.name === consentField ? consentHelp : undefined}
    />
  );

  return (
    <div className="intake-columns">
      <div className="intake-aside">
        <div className="intake-aside-inner">
          <FormNav lacking={lacking} model={model} />
          <DraftNote model={model} />
        </div>
      </div>
      <LeadForm kind="intake" model={model}>
        <RequiredNote />
        {intakeParts.map((part) => (
          <Part key={part.id} part={part}>
            <div className="lead-fields">{part.fields.map(draw)}</div>
          </Part>
        ))}
        <Part part={{ id: sendPartId, square: 4, heading: 'Send' }}>
          <div className="lead-end">
            <PrivacyNotice />
          </div>
          <OddAnswers form="intake" fields={fields} findings={findings} />
          <div className="lead-actions">
            <IntakeMessage model={model} />
            <div className="buttons">
              <Button
                type="submit"
                look="primary"
                aria-describedby={oddAnswersId('intake')}
                disabled={busy || state.status === 'done'}
              >
                {sendLabel(model)}
              </Button>
            </div>
          </div>
        </Part>
      </LeadForm>
    </div>
  );
}
