import { type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/Button.tsx';
import { errorId, helpId } from '#client/ui/FieldFrame.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { anydeskDigits, anydeskError, readAnydesk, showAnydesk } from '#contract/anydesk.ts';
import type { Change } from './current-request.ts';
import './anydesk-field.css';

/** `given` is the address that the agent had before. The change has arrived when the agent has another one. */
type GivingState =
  | { readonly status: 'shown' }
  | { readonly status: 'typing'; readonly given: string | null }
  | { readonly status: 'sending' }
  | { readonly status: 'refused'; readonly given: string | null; readonly text: string };

const isShown = (giving: GivingState, given: string | null): boolean =>
  giving.status === 'shown' || (giving.status !== 'sending' && giving.given !== given);

interface AnydeskFieldProps {
  /** The address that the agent has. */
  given: string | null;
  agent: string | null;
  onGive: (address: string) => Promise<Change>;
}

/** The AnyDesk address, handed to the agent (R25). */
export function AnydeskField({ given, agent, onGive }: AnydeskFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const changer = useRef<HTMLButtonElement>(null);
  const [giving, setGiving] = useState<GivingState>(given === null ? { status: 'typing', given } : { status: 'shown' });
  const who = agent ?? 'the finance manager';

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (giving.status === 'sending') return;
    const address = readAnydesk(input.current?.value ?? '');
    if (address === undefined) {
      setGiving({ status: 'refused', given, text: anydeskError });
      input.current?.focus();
      return;
    }
    setGiving({ status: 'sending' });
    const change = await onGive(address);
    if (change.kind === 'done') {
      const wasHere = form.contains(document.activeElement);
      flushSync(() => setGiving({ status: 'shown' }));
      if (wasHere) changer.current?.focus();
      return;
    }
    const text =
      change.kind === 'refused' ? change.text : 'No answer came. Give the address again, or say it on the phone.';
    setGiving({ status: 'refused', given, text });
  };

  const type = () => {
    flushSync(() => setGiving({ status: 'typing', given }));
    input.current?.focus();
  };

  if (given !== null && isShown(giving, given)) {
    return (
      <div className="anydesk anydesk-given">
        <p>
          <span className="field-label">AnyDesk address</span>
          <span className="anydesk-address">{showAnydesk(given)}</span>
          <span className="field-help">{agent === null ? 'Whoever accepts sees it.' : `${agent} sees it.`}</span>
        </p>
        <Spoken text={`AnyDesk address ${showAnydesk(given)}`} />
        <Button ref={changer} onClick={type}>
          Change
        </Button>
      </div>
    );
  }

  const refused = giving.status === 'refused';
  return (
    <form className="anydesk" noValidate onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          AnyDesk address on this computer <span className="field-optional">(optional)</span>
        </label>
        <p className="field-help" id={helpId(id)}>
          The {anydeskDigits}-digit address code that AnyDesk shows. Any spacing will do.
        </p>
        <p className="field-error" id={errorId(id)} role="alert">
          {refused && giving.text}
        </p>
        <div className="anydesk-row">
          <input
            ref={input}
            id={id}
            name="anydesk"
            className="control control-tel"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="send"
            maxLength={200}
            defaultValue={given === null ? '' : showAnydesk(given)}
            aria-describedby={`${helpId(id)} ${errorId(id)}`}
            aria-invalid={refused || undefined}
          />
          <Button type="submit" aria-disabled={giving.status === 'sending' || undefined}>
            {giving.status === 'sending' ? 'Sending…' : `Send to ${who}`}
          </Button>
        </div>
      </div>
    </form>
  );
}
