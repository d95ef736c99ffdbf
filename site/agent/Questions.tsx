import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { DoneBody } from '#contract/agent-endpoints.ts';
import { closingNoteMaxLength, type Disposition, dispositionNames, dispositions } from '#contract/agent-request.ts';
import { doneFormId } from './ActionBar.tsx';

/** The heading of a question has the focus when the question appears: Enter pressed twice answers nothing. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

const isDisposition = (value: FormDataEntryValue | null): value is Disposition =>
  dispositionNames.some((name) => name === value);

/** How it ended. The button that sends it is in the bar. */
export function DoneQuestion({ onDone }: { onDone: (ending: DoneBody) => void }) {
  const heading = useFocusedHeading();
  const [missing, setMissing] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const disposition = form.get('disposition');
    if (!isDisposition(disposition)) {
      setMissing(true);
      list.current?.querySelector('input')?.focus();
      return;
    }
    onDone({ disposition, note: String(form.get('note') ?? '') });
  };
  return (
    <form id={doneFormId} className="agent-question" noValidate onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1} id="agent-done-heading">
        How did it end?
      </h2>
      <fieldset ref={list} aria-labelledby="agent-done-heading" aria-describedby="agent-done-error">
        <p className="field-error" id="agent-done-error" role="alert">
          {missing && 'Choose how it ended.'}
        </p>
        {dispositionNames.map((name) => (
          <label key={name} className="agent-choice">
            <input type="radio" name="disposition" value={name} onChange={() => setMissing(false)} />
            {dispositions[name]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor="agent-done-note">
          Note for the desk <span className="field-optional">(optional)</span>
        </label>
        <textarea
          id="agent-done-note"
          name="note"
          className="control control-street"
          rows={2}
          maxLength={closingNoteMaxLength}
          autoComplete="off"
        />
      </div>
    </form>
  );
}

/** Asks whether the agent means to hand the request back. The button that says yes is in the bar. */
export function HandBackQuestion() {
  const heading = useFocusedHeading();
  return (
    <div className="agent-question">
      <h2 ref={heading} tabIndex={-1}>
        Hand it back to the others?
      </h2>
      <p>
        Everybody else on shift gets a new message, and the dealership sees that you handed it back. You no longer see
        the details.
      </p>
    </div>
  );
}
