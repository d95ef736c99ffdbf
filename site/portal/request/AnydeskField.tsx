import { type SubmitEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/Button.tsx';
import { errorId, helpId } from '#client/ui/FieldFrame.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { Ready } from '#client/ui/use-settled.ts';
import { anydeskError, readAnydesk, showAnydesk } from '#contract/anydesk.ts';
import type { TypedAnydesk } from '../state.ts';
import type { Change } from './changes.ts';
import './anydesk-field.css';

type GivingState =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'refused'; readonly text: string }
  /** No answer came to `address`. The agent had `before` when it was sent. */
  | { readonly status: 'unanswered'; readonly address: string; readonly before: string | null };

interface AnydeskFieldProps {
  /** The address that the agent has. */
  given: string | null;
  agent: string | null;
  /** The text that is being typed. It is kept outside, so it outlives this component. */
  typed: TypedAnydesk | undefined;
  /** Whether the field has stood where it is long enough for a press to be intended. */
  settled: Ready;
  onType: (typed: TypedAnydesk | undefined) => void;
  onGive: (address: string) => Promise<Change>;
}

/** Whether an address is being typed that the agent does not have. */
function isTyping(typed: TypedAnydesk | undefined, given: string | null, giving: GivingState): boolean {
  if (typed === undefined) return false;
  // An address that is being sent stays in the field until the answer is here, although the card may already have it.
  if (giving.status === 'sending') return true;
  const isGiven = readAnydesk(typed.text) === given;
  if (typed.given === given) return !(giving.status === 'unanswered' && giving.address === given && isGiven);
  // Another address was given since. It may be this very one, if the answer to it was lost.
  return typed.text.trim() !== '' && !isGiven;
}

/** Why the last press gave no address; undefined once the card shows an address that was given since. */
function refusalOf(giving: GivingState, given: string | null): string | undefined {
  if (giving.status === 'refused') return giving.text;
  const isUnanswered = giving.status === 'unanswered' && giving.before === given && giving.address !== given;
  return isUnanswered ? 'No answer came. Give the address again, or say it on the phone.' : undefined;
}

/** The field that gives the AnyDesk address to the agent (R25). Typed text stays, whatever happens to the request meanwhile. */
export function AnydeskField({ given, agent, typed, settled, onType, onGive }: AnydeskFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const changer = useRef<HTMLButtonElement>(null);
  const [giving, setGiving] = useState<GivingState>({ status: 'idle' });
  const who = agent ?? 'the finance manager';
  const typing = isTyping(typed, given, giving) ? typed : undefined;
  const refusal = refusalOf(giving, given);

  // What the agent has is typed no more. Otherwise the field would come back with it when somebody gives another address.
  const isStale = typed !== undefined && typing === undefined;
  const forget = useEffectEvent(() => onType(undefined));
  useLayoutEffect(() => {
    if (isStale) forget();
  }, [isStale]);

  const show = () => {
    flushSync(() => {
      onType(undefined);
      setGiving({ status: 'idle' });
    });
    changer.current?.focus();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = input.current?.value ?? '';
    // A press on an empty field that has just come is the second one of a double tap on what stood there before.
    if (giving.status === 'sending' || (sent === '' && settled !== true)) return;
    const address = readAnydesk(sent);
    if (address === undefined) {
      setGiving({ status: 'refused', text: anydeskError });
      input.current?.focus();
      return;
    }
    setGiving({ status: 'sending' });
    const change = await onGive(address);
    if (change.kind === 'done') {
      const next = input.current?.value ?? sent;
      if (form.contains(document.activeElement) && next === sent) return show();
      // The person has typed on meanwhile.
      onType(next === sent ? undefined : { text: next, given: address });
      return setGiving({ status: 'idle' });
    }
    setGiving(
      change.kind === 'refused'
        ? { status: 'refused', text: change.text }
        : { status: 'unanswered', address, before: given },
    );
  };

  const type = () => {
    setGiving({ status: 'idle' });
    flushSync(() => onType({ text: given === null ? '' : showAnydesk(given), given }));
    input.current?.focus();
  };

  if (given !== null && !typing && giving.status !== 'sending') {
    return (
      <div className="wrapped anydesk anydesk-given">
        <p>
          <span className="field-label">AnyDesk address</span>
          <span className="anydesk-address" translate="no">
            {showAnydesk(given)}
          </span>
          <span className="field-help">{agent ?? 'The finance managers asked'} and our desk see it.</span>
        </p>
        <Spoken text={`AnyDesk address ${showAnydesk(given)}`} />
        <Button ref={changer} onClick={type}>
          Change
        </Button>
      </div>
    );
  }

  const isOther = given !== null && typing !== undefined && typing.given !== given && giving.status !== 'sending';
  const meanwhile = isOther ? `${showAnydesk(given)} was given meanwhile. What you typed is not sent.` : '';
  return (
    <form className="anydesk" noValidate onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          AnyDesk address on this computer {agent === null && <span className="field-optional">(optional)</span>}
        </label>
        <p className="field-help" id={helpId(id)}>
          The address code of 9 or 10 digits that AnyDesk shows. Any spacing will do.
        </p>
        {isOther && (
          <p className="anydesk-meanwhile">
            {meanwhile}{' '}
            <Button look="quiet" onClick={show}>
              Keep {showAnydesk(given)}
            </Button>
          </p>
        )}
        <Spoken text={meanwhile} />
        <p className="field-error" id={errorId(id)} role="alert">
          {refusal}
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
            value={typing?.text ?? ''}
            onChange={({ target }) => onType({ text: target.value, given: typing ? typing.given : given })}
            aria-describedby={`${helpId(id)} ${errorId(id)}`}
            aria-invalid={refusal !== undefined || undefined}
          />
          <Button type="submit" aria-disabled={giving.status === 'sending' || undefined}>
            {giving.status === 'sending' ? 'Sending…' : `Send to ${who}`}
          </Button>
        </div>
      </div>
    </form>
  );
}
