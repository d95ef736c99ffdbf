import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { tabStorage } from '#client/lib/storage.ts';
import type { DoneBody } from '#contract/agent-endpoints.ts';
import { closingNoteMaxLength, type Disposition, dispositionNames, dispositions } from '#contract/agent-request.ts';
import { doneFormId } from './ActionBar.tsx';
import type { Question } from './bar.ts';
import { type EndingDraft, keepEnding, keptEnding } from './ending-draft.ts';

/** Focuses the heading of a question when it appears, so that a second Enter answers nothing. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

const isDisposition = (value: FormDataEntryValue | null): value is Disposition =>
  dispositionNames.some((name) => name === value);

function readEnding(form: HTMLFormElement): EndingDraft {
  const data = new FormData(form);
  const disposition = data.get('disposition');
  // Some browsers give line breaks as CR LF; the field has them as LF.
  const note = String(data.get('note') ?? '').replaceAll('\r\n', '\n');
  return { disposition: isDisposition(disposition) ? disposition : '', note };
}

interface DoneQuestionProps {
  /** The reference of the request. This tab keeps the typed text under it. */
  reference: string;
  onDone: (ending: DoneBody) => void;
}

/** Asks how the request ended. The button that sends the form is in the bar. */
function DoneQuestion({ reference, onDone }: DoneQuestionProps) {
  const heading = useFocusedHeading();
  const [kept] = useState(() => keptEnding(tabStorage, reference));
  const [missing, setMissing] = useState(false);
  const [length, setLength] = useState(0);
  const list = useRef<HTMLFieldSetElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { disposition, note } = readEnding(event.currentTarget);
    if (disposition === '') {
      setMissing(true);
      list.current?.querySelector('input')?.focus();
      return;
    }
    if (note.length > closingNoteMaxLength) {
      setLength(note.length);
      field.current?.focus();
      return;
    }
    onDone({ disposition, note });
  };
  return (
    <form
      id={doneFormId}
      className="agent-question"
      noValidate
      onSubmit={submit}
      onInput={(event) => keepEnding(tabStorage, reference, readEnding(event.currentTarget))}
    >
      <h2 ref={heading} tabIndex={-1} id="agent-done-heading">
        How did it end?
      </h2>
      <fieldset ref={list} aria-labelledby="agent-done-heading" aria-describedby="agent-done-error">
        <p className="field-error" id="agent-done-error" role="alert">
          {missing && 'Choose how it ended.'}
        </p>
        {dispositionNames.map((name) => (
          <label key={name} className="tick agent-choice">
            <input
              type="radio"
              name="disposition"
              value={name}
              defaultChecked={kept.disposition === name}
              onChange={() => setMissing(false)}
            />
            {dispositions[name]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor="agent-done-note">
          Note for the desk <span className="field-optional">(optional)</span>
        </label>
        <p className="field-error" id="agent-done-length" role="alert">
          {length > 0 && `The note has ${length} characters: shorten it to ${closingNoteMaxLength}`}
        </p>
        {/* A longer paste is kept whole. `maxlength` would cut it off without a word. */}
        <textarea
          ref={field}
          id="agent-done-note"
          name="note"
          className="control control-street"
          rows={2}
          defaultValue={kept.note}
          onChange={() => setLength(0)}
          autoComplete="off"
          aria-describedby="agent-done-length"
          aria-invalid={length > 0 || undefined}
        />
      </div>
    </form>
  );
}

/** Asks whether the agent means to hand the request back. The button that says yes is in the bar. */
function HandBackQuestion() {
  const heading = useFocusedHeading();
  return (
    <div className="agent-question">
      <h2 ref={heading} tabIndex={-1}>
        Hand it back to the others?
      </h2>
      <p>
        Everybody else on shift is asked again, and the dealership sees that you handed it back. You no longer see the
        details.
      </p>
    </div>
  );
}

/** The question that was opened by a press. */
export const OpenQuestion = ({ question, ...done }: { question: Question } & DoneQuestionProps) =>
  question === 'done' ? <DoneQuestion {...done} /> : <HandBackQuestion />;
