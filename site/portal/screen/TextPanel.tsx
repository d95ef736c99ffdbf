import { type FocusEvent, type SubmitEvent, useRef, useState } from 'react';
import { additionalInfoMaxLength, phoneNotProvided, type RequestType, requestTypes } from '#contract/agent-request.ts';
import { type Dealership, portalTexts } from '#contract/portal.ts';
import { findingOn } from '../../forms/help.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { controlProps, FieldFrame, type FieldProps } from '../../ui/FieldFrame.tsx';
import type { Asked } from '../request/ask-agent.ts';
import type { TextState } from './useTextRequest.ts';

/** What is filled in, kept while the portal is open so that Cancel loses nothing. */
export interface TextDraft {
  readonly dealershipName: string;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
}

export const emptyDraft: TextDraft = { dealershipName: '', requestType: 'active_deal', additionalInfo: '' };

interface TextPanelProps {
  dealerships: readonly Dealership[];
  /** Its own code fixes the dealership. */
  own: Dealership | null;
  draft: TextDraft;
  onDraft: (draft: TextDraft) => void;
  text: TextState;
  onSend: (asked: Asked) => void;
  /** The button was pressed without a dealership; `onChosen`: there is one now. */
  onMissing: () => void;
  onChosen: () => void;
  onCancel: () => void;
}

const types = Object.entries(requestTypes) as [RequestType, string][];

/** An answer of a function can be a whole page; the person is shown its beginning. */
const longestReason = 160;

const field = (name: keyof TextDraft, label: string, required: boolean, help?: string): FieldProps => ({
  id: `text-${name}`,
  name,
  label,
  required,
  help,
});

const phoneHelp = (chosen: Dealership | undefined): string | undefined => {
  if (!chosen) return undefined;
  return chosen.phone ? `The agent calls you back at ${chosen.phone}.` : `Callback number: ${phoneNotProvided}.`;
};

function Message({ text }: { text: TextState }) {
  const { state } = text;
  const attempt = 'attempt' in text ? text.attempt : 0;
  return (
    <>
      <Alert tone="stop" shown={state === 'missing' || state === 'failed'} attempt={attempt}>
        <p>{state === 'missing' ? portalTexts.selectDealership : portalTexts.sendFailed}</p>
      </Alert>
      <p className="text-sending" role="status">
        {state === 'sending' && 'Sending your request…'}
      </p>
      {state === 'failed' && text.reason && (
        <p className="text-reason">The answer was: {text.reason.slice(0, longestReason)}</p>
      )}
    </>
  );
}

/** The Text Agent form (S2.35, S4.8). */
export function TextPanel(props: TextPanelProps) {
  const { dealerships, own, draft, onDraft, text, onSend, onMissing, onChosen, onCancel } = props;
  const [typed, setTyped] = useState<string>('');
  const select = useRef<HTMLSelectElement>(null);
  const chosen = own ?? dealerships.find(({ name }) => name === draft.dealershipName);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen) {
      onSend({ dealership: chosen, requestType: draft.requestType, additionalInfo: draft.additionalInfo });
      return;
    }
    onMissing();
    select.current?.focus();
  };

  const busy = text.state === 'sending';
  const who = {
    ...field('dealershipName', 'Dealership', true, phoneHelp(chosen)),
    error: text.state === 'missing' ? portalTexts.selectDealership : undefined,
  };
  const what = field('requestType', 'Request type', true);
  const finding = findingOn('street', typed);
  const info = {
    ...field('additionalInfo', 'Additional info', false, 'Only the agent reads it; it is in no text message.'),
    advice: finding && { text: finding.text },
  };

  return (
    <form className="text-form" noValidate onSubmit={submit}>
      <FieldFrame field={who}>
        <div className="choice">
          <select
            {...controlProps(who)}
            ref={select}
            className="control"
            value={chosen?.name ?? ''}
            disabled={busy}
            onChange={({ target }) => {
              onDraft({ ...draft, dealershipName: target.value });
              if (text.state === 'missing') onChosen();
            }}
          >
            {!own && <option value="">Choose…</option>}
            {(own ? [own] : dealerships).map(({ name }) => (
              <option key={name} value={name}>
                {name}
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
      <FieldFrame field={info}>
        <textarea
          {...controlProps(info)}
          className="control control-street"
          rows={3}
          maxLength={additionalInfoMaxLength}
          value={draft.additionalInfo}
          disabled={busy}
          onChange={({ target }) => onDraft({ ...draft, additionalInfo: target.value })}
          onBlur={({ target }: FocusEvent<HTMLTextAreaElement>) => setTyped(target.value)}
        />
      </FieldFrame>
      <Message text={text} />
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
