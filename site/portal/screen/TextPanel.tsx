import { type SubmitEvent, useMemo, useRef } from 'react';
import type { AdviceProps } from '#client/ui/Advice.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { controlProps, FieldFrame, type FieldProps } from '#client/ui/FieldFrame.tsx';
import { unbroken } from '#client/ui/unbroken.ts';
import {
  additionalInfoMaxLength,
  callbackNameMaxLength,
  phoneNotProvided,
  type RequestType,
  requestTypes,
} from '#contract/agent-request.ts';
import { findBareAddress, showAnydesk } from '#contract/anydesk.ts';
import { cleanAdditionalInfo, tooLongText } from '#contract/free-text.ts';
import { portalTexts } from '#contract/portal.ts';
import type { Dealership } from '#contract/portal-endpoints.ts';
import { secretAdvice } from '#contract/secret-advice.ts';
import type { AgentRequestInput } from '../request/create-request.ts';
import type { TextDraft } from '../state.ts';
import { choicesOf } from './choices.ts';
import type { TextState } from './useTextRequest.ts';

interface TextPanelProps {
  dealerships: readonly Dealership[];
  /** The dealership of the session's code; null for a shared code. */
  own: Dealership | null;
  /** Whether another function receives the requests, so that nobody here knows who reads them. */
  isForeign: boolean;
  /** Whether Text Agent is switched off now. */
  isOff?: boolean | undefined;
  draft: TextDraft;
  onDraft: (draft: TextDraft) => void;
  form: TextState;
  onSend: (input: AgentRequestInput) => void;
  /** Called when the button is pressed without a dealership. `onChosen`: called when one is chosen. */
  onMissing: () => void;
  onChosen: () => void;
  onCancel: () => void;
}

const types = Object.entries(requestTypes) as [RequestType, string][];

const field = (name: string, label: string, required: boolean, help?: string): FieldProps => ({
  id: `text-${name}`,
  name,
  label,
  required,
  help,
});

const noteName = 'additionalInfo';
const noteHelp = 'The finance managers on shift and our desk can read it. It is never put into a text or a mail.';

const callbackName = 'callback_name';

const tooLongNote = ({ additionalInfo }: TextDraft) =>
  tooLongText({ label: 'Additional info', maxLength: additionalInfoMaxLength }, additionalInfo);
const tooLongCallbackName = (draft: TextDraft) =>
  tooLongText({ label: 'Your name', maxLength: callbackNameMaxLength }, draft.callbackName);

/** The draft with the fields' current values: a password manager may have filled a field without an event. */
function filledIn(form: HTMLFormElement, draft: TextDraft): TextDraft {
  const data = new FormData(form);
  // A form's data has line breaks as CR LF; the field has them as LF.
  const read = (name: string) => String(data.get(name) ?? '').replaceAll('\r\n', '\n');
  const [typedName, note] = [read(callbackName), read(noteName)];
  const isSame = typedName === draft.callbackName && note === draft.additionalInfo;
  return isSame ? draft : { ...draft, callbackName: typedName, additionalInfo: note };
}

/** Finds the field by its id, because the caller is created during render, where React allows no read of a ref. */
const focusField = (name: string) => document.getElementById(`text-${name}`)?.focus();
const focusNote = () => focusField(noteName);

const dealershipHelp = (chosen: AgentRequestInput['dealership'] | undefined): string | undefined => {
  if (!chosen) return undefined;
  if (chosen.id === null) return 'More than one dealership has this name. The finance manager asks which one is yours.';
  return chosen.phone
    ? `The finance manager calls you back at ${unbroken(chosen.phone)}.`
    : `Callback number: ${phoneNotProvided}.`;
};

const putBack = (draft: TextDraft): TextDraft => ({
  ...draft,
  additionalInfo: `${draft.additionalInfo} ${showAnydesk(draft.anydesk)}`.trim(),
  anydesk: '',
});

/** Advice about the note before it is sent: what will be masked, or that it contains the AnyDesk address (R43). */
function adviceOn(draft: TextDraft, onDraft: (draft: TextDraft) => void): AdviceProps | undefined {
  const secret = secretAdvice(draft.additionalInfo);
  // Without the secrets, which are digits too.
  const found = draft.anydesk === '' ? findBareAddress(cleanAdditionalInfo(draft.additionalInfo)) : undefined;
  const question = found && `Is ${showAnydesk(found.address)} your AnyDesk address?`;
  const text = secret && question ? `${secret} ${question}` : (secret ?? question);
  if (text === undefined) return undefined;
  return {
    text,
    correction: found && {
      label: 'Yes, send it as the address',
      onCorrect: () => onDraft({ ...draft, additionalInfo: found.rest, anydesk: found.address }),
    },
  };
}

function Message({ form, isOff }: Pick<TextPanelProps, 'form' | 'isOff'>) {
  const { status } = form;
  const attempt = 'attempt' in form ? form.attempt : 0;
  return (
    <>
      <Alert tone="stop" shown={status === 'missing' || status === 'failed'} attempt={attempt}>
        <p className={status === 'failed' ? 'send-failed' : undefined}>
          {status === 'missing' ? portalTexts.selectDealership : portalTexts.sendFailed}
        </p>
        {status === 'failed' && isOff && <p>Requests by text are switched off now. Call.</p>}
      </Alert>
      <p className="text-sending" role="status">
        {status === 'sending' && 'Sending your request…'}
        {status === 'arrived' &&
          'Your request arrived, without what you have typed since. Request Agent sends another one.'}
      </p>
    </>
  );
}

/** The Text Agent form (S2.35, S4.8). */
export function TextPanel(props: TextPanelProps) {
  const { dealerships, own, isForeign, isOff, draft, onDraft, form, onSend, onMissing, onChosen, onCancel } = props;
  const select = useRef<HTMLSelectElement>(null);
  // A longer paste is kept whole. `maxlength` would cut it off without a word.
  const tooLong = tooLongNote(draft);
  const tooLongName = tooLongCallbackName(draft);
  const choices = useMemo(() => choicesOf(own ? [own] : dealerships), [own, dealerships]);
  const chosen = choices.find(({ id }) => id === (own?.id ?? draft.dealershipId));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = filledIn(event.currentTarget, draft);
    if (filled !== draft) onDraft(filled);
    const isNameTooLong = tooLongCallbackName(filled) !== undefined;
    if (chosen && (isNameTooLong || tooLongNote(filled) !== undefined)) {
      focusField(isNameTooLong ? callbackName : noteName);
      return;
    }
    if (chosen) {
      const { dealershipId: _, ...rest } = filled;
      onSend({ dealership: chosen.dealership, ...rest });
      return;
    }
    onMissing();
    select.current?.focus();
  };

  const busy = form.status === 'sending';
  /** Moves the focus after a press that removes its own button. */
  const moveAddress = (next: TextDraft) => {
    if (busy) return;
    onDraft(next);
    focusNote();
  };
  const who = {
    ...field('dealershipName', 'Dealership', true, dealershipHelp(chosen?.dealership)),
    error: form.status === 'missing' ? portalTexts.selectDealership : undefined,
  };
  const what = field('requestType', 'Request type', true);
  const name = {
    ...field(callbackName, 'Your name', false, 'So that the finance manager knows who to ask for.'),
    error: tooLongName,
  };
  const info = {
    ...field(noteName, 'Additional info', false, isForeign ? undefined : noteHelp),
    error: tooLong,
    advice: adviceOn(draft, moveAddress),
  };

  return (
    <form className="text-form" noValidate onSubmit={submit}>
      <FieldFrame field={who}>
        <div className="choice">
          <select
            {...controlProps(who)}
            ref={select}
            className="control"
            value={chosen?.id ?? ''}
            disabled={busy}
            onChange={({ target }) => {
              onDraft({ ...draft, dealershipId: target.value });
              if (form.status === 'missing') onChosen();
            }}
          >
            {!own && <option value="">Choose…</option>}
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </FieldFrame>
      <FieldFrame field={what}>
        <div className="choice">
          <select
            {...controlProps(what)}
            className="control"
            value={draft.requestType}
            disabled={busy}
            onChange={({ target }) => onDraft({ ...draft, requestType: target.value as RequestType })}
          >
            {types.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </div>
      </FieldFrame>
      <FieldFrame field={name}>
        <input
          {...controlProps(name)}
          className="control"
          type="text"
          autoComplete="name"
          value={draft.callbackName}
          readOnly={busy}
          onChange={({ target }) => onDraft({ ...draft, callbackName: target.value })}
        />
      </FieldFrame>
      <FieldFrame field={info}>
        <textarea
          {...controlProps(info)}
          className="control control-street"
          rows={3}
          value={draft.additionalInfo}
          readOnly={busy}
          onChange={({ target }) => onDraft({ ...draft, additionalInfo: target.value })}
        />
      </FieldFrame>
      {draft.anydesk !== '' && (
        <div className="wrapped text-anydesk">
          <p>
            <span className="field-label">AnyDesk address</span>
            <span className="text-anydesk-address">{showAnydesk(draft.anydesk)}</span>
            <span className="field-help">It goes out with your request.</span>
          </p>
          <Button onClick={() => moveAddress(putBack(draft))} disabled={busy}>
            Put it back in the note
          </Button>
        </div>
      )}
      <Message form={form} isOff={isOff} />
      <div className="dialog-end">
        <Button type="submit" look="primary" aria-disabled={!chosen || busy || undefined}>
          {busy ? 'Sending…' : portalTexts.requestAgent}
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          {portalTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
