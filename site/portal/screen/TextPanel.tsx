import { type FocusEvent, type SubmitEvent, useRef, useState } from 'react';
import { additionalInfoMaxLength, phoneNotProvided, type RequestType, requestTypes } from '#contract/agent-request.ts';
import { type Dealership, portalTexts } from '#contract/portal.ts';
import { findingOn } from '../../forms/help.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { controlProps, FieldFrame, type FieldProps } from '../../ui/FieldFrame.tsx';
import type { Asked, AskOutcome } from '../request/ask-agent.ts';

/** What is filled in, kept while the portal is open so that Cancel loses nothing. */
export interface TextDraft {
  readonly dealershipName: string;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
}

export const emptyDraft: TextDraft = { dealershipName: '', requestType: 'active_deal', additionalInfo: '' };

/** Where the form stands. `attempt` counts the presses, so that the same alert is told again. */
type TextState =
  | { readonly state: 'filling' }
  | { readonly state: 'missing'; readonly attempt: number }
  | { readonly state: 'sending' }
  | { readonly state: 'failed'; readonly attempt: number; readonly reason: string };

interface TextPanelProps {
  dealerships: readonly Dealership[];
  /** Its own code fixes the dealership. */
  own: Dealership | null;
  draft: TextDraft;
  onDraft: (draft: TextDraft) => void;
  onAsk: (asked: Asked) => Promise<AskOutcome>;
  onSent: (asked: Asked) => void;
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

function Message({ state }: { state: TextState }) {
  switch (state.state) {
    case 'filling':
      return null;
    case 'missing':
      return (
        <Alert key={state.attempt} tone="stop">
          <p>{portalTexts.selectDealership}</p>
        </Alert>
      );
    case 'sending':
      return (
        <p className="text-sending" role="status">
          Sending your request…
        </p>
      );
    case 'failed':
      return (
        <>
          <Alert key={state.attempt} tone="stop">
            <p>{portalTexts.sendFailed}</p>
          </Alert>
          {state.reason && <p className="text-reason">The answer was: {state.reason.slice(0, longestReason)}</p>}
        </>
      );
  }
}

/** The Text Agent form (S2.35, S4.8). */
export function TextPanel({ dealerships, own, draft, onDraft, onAsk, onSent, onCancel }: TextPanelProps) {
  const [state, setState] = useState<TextState>({ state: 'filling' });
  const [typed, setTyped] = useState<string>('');
  const select = useRef<HTMLSelectElement>(null);
  const attempts = useRef(0);
  const sending = useRef(false);
  const chosen = own ?? dealerships.find(({ name }) => name === draft.dealershipName);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    attempts.current += 1;
    if (!chosen) {
      setState({ state: 'missing', attempt: attempts.current });
      select.current?.focus();
      return;
    }
    sending.current = true;
    setState({ state: 'sending' });
    const asked = { dealership: chosen, requestType: draft.requestType, additionalInfo: draft.additionalInfo };
    const outcome = await onAsk(asked);
    sending.current = false;
    if (outcome.kind === 'sent') return onSent(asked);
    if (outcome.kind === 'failed') setState({ state: 'failed', attempt: attempts.current, reason: outcome.reason });
  };

  const busy = state.state === 'sending';
  const who = field('dealershipName', 'Dealership', true, phoneHelp(chosen));
  const what = field('requestType', 'Request type', true);
  const finding = findingOn('street', typed);
  const info = {
    ...field('additionalInfo', 'Additional info', false, 'Only the agent reads it; it is in no text message.'),
    advice: finding && { text: finding.text },
  };

  return (
    <form className="text-form" noValidate onSubmit={(event) => void submit(event)}>
      <FieldFrame field={who}>
        <div className="choice">
          <select
            {...controlProps(who)}
            ref={select}
            className="control"
            aria-invalid={state.state === 'missing' || undefined}
            value={chosen?.name ?? ''}
            disabled={busy}
            onChange={({ target }) => {
              onDraft({ ...draft, dealershipName: target.value });
              if (state.state === 'missing') setState({ state: 'filling' });
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
      <Message state={state} />
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
