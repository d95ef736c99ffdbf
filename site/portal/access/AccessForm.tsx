import { type RefObject, type SubmitEvent, useEffect, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { accessCodeLength } from '#contract/access-code.ts';
import { portalTexts } from '#contract/portal.ts';
import type { AccessFormState } from '../state.ts';

interface AccessFormProps {
  input: RefObject<HTMLInputElement | null>;
  /** The id of another text that describes the field. */
  describedBy: string | undefined;
  form: AccessFormState;
  /** Called when something is typed. The field has the focus from the start, so a focus alone means nothing. */
  onIntent: () => void;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
}

const errorId = 'access-error';
const countId = 'access-count';
const helpId = 'access-help';

function countText(symbols: number): string {
  // Of a code that is far too long not every symbol was counted.
  const count = symbols > accessCodeLength ? 'More than' : `${symbols} of`;
  return `${count} ${accessCodeLength} letters and digits typed.`;
}

function Message({ form }: { form: AccessFormState }) {
  const { status } = form;
  const attempt = 'attempt' in form ? form.attempt : 0;
  return (
    <>
      <p role="status">{status === 'checking' && <span className="access-checking">Checking the code…</span>}</p>
      <Alert tone="stop" shown={status === 'wrong'} attempt={attempt}>
        <p id={errorId}>{portalTexts.invalidCode}</p>
        {status === 'wrong' && form.isChanged && <p>What you have typed since was not tried.</p>}
      </Alert>
      {status === 'wrong' && !form.isChanged && form.symbols !== accessCodeLength && (
        <p id={countId} className="access-count">
          {countText(form.symbols)}
        </p>
      )}
      <Alert tone="note" shown={status === 'waiting'} title="Too many wrong codes">
        <p>We try this code again {status === 'waiting' && <Countdown untilMs={form.untilMs} />}. Or call the desk.</p>
      </Alert>
      <Alert tone="stop" shown={status === 'unreachable'} attempt={attempt} title="The portal did not open">
        {/* A page from before an upgrade may ask for a file that the server no longer has. */}
        <p>Check the connection and press {portalTexts.accessPortal} again.</p>
        <p>
          <Button onClick={() => location.reload()}>Load the page again</Button>
        </p>
      </Alert>
    </>
  );
}

/** One field for the code. Paste and password managers are welcome; case and spacing do not matter. */
export function AccessForm({ input, describedBy, form, onIntent, onSubmit, onCancel }: AccessFormProps) {
  const [shown, setShown] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit();
  };
  const wrong = form.status === 'wrong' && !form.isChanged;
  const attempt = wrong ? form.attempt : 0;
  useEffect(() => {
    if (attempt === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [attempt, input]);

  return (
    <form className="access-form" noValidate onSubmit={submit}>
      {/* A password manager stores the code under a user name, which the person does not have to type. */}
      <input type="text" name="username" autoComplete="username" value={brand.name} readOnly hidden />
      <div className="field">
        <label className="field-label" htmlFor="access-code">
          Access code
        </label>
        <p className="field-help" id={helpId}>
          Twelve letters and digits. Capitals, spaces and dashes do not matter.
        </p>
        <div className="access-well">
          <input
            ref={input}
            id="access-code"
            name="access_code"
            className="control access-code"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            onInput={onIntent}
            aria-describedby={[describedBy, ...(wrong ? [errorId, countId] : []), helpId].filter(Boolean).join(' ')}
            aria-invalid={wrong || undefined}
          />
          <Button look="quiet" aria-controls="access-code" onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> the code</span>
          </Button>
        </div>
      </div>
      <Message form={form} />
      <div className="buttons access-buttons">
        <Button type="submit" look="primary" aria-disabled={form.status === 'checking' || undefined}>
          {portalTexts.accessPortal}
        </Button>
        <Button onClick={onCancel}>{portalTexts.cancel}</Button>
      </div>
    </form>
  );
}
