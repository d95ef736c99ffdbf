import {
  type FocusEvent,
  type InputEvent,
  type SubmitEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { checkAnswers } from '#contract/answers.ts';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import { useAfterPress } from './after-press.ts';
import { controlIdOf, firstControlIdOf } from './FormField.tsx';
import { leadStatus, useLeadView } from './lead-status.ts';
import { loadNote } from './note/load-note.ts';
import { readForm, readTyped } from './read-form.ts';
import { loadReceiptBody } from './receipt/ReceiptParts.tsx';
import { useQueue } from './sending/send-queue.ts';
import { useDraft } from './useDraft.ts';
import { useErrorTitle } from './useErrorTitle.ts';
import { useFindings } from './useFindings.ts';

export interface LeadFormOptions {
  fields: readonly Field[];
  /** False while the form is out of sight: its dialog is closed, or its page shows something else. */
  shown?: boolean;
  /** Called when a submission came back from the queue with errors. */
  onReturned?: (() => void) | undefined;
  /** Called after each change of an answer, by typing or otherwise, with the form that holds it. */
  onAnswers?: (form: HTMLFormElement) => void;
}

const isChoice = (type: string): boolean => /select|checkbox/.test(type);

/** The content of the field that no person sees. */
const honeypot = (form: HTMLFormElement): string => (form.elements.namedItem('leave_blank') as HTMLInputElement).value;

/**
 * Fetches what the form needs once there is something to send: the note for other pages, and the body of the receipt. If a file
 * cannot be loaded, the next change asks for it again.
 */
function prepareForLater(): void {
  for (const load of [loadNote, loadReceiptBody]) load().catch(() => undefined);
}

/** Everything that both forms have in common: drafts, help, checks, sending once, and showing the result. */
export function useLeadForm(kind: LeadKind, { fields, shown = true, onReturned, onAnswers }: LeadFormOptions) {
  const status = leadStatus(kind);
  const { form: state, amended, round } = useLeadView(kind);
  const form = useRef<HTMLFormElement>(null);
  const { findings, look, lookAgain, lookAtAll, forgetFindings } = useFindings(fields, form);
  /** The fields that were corrected since the refusal number `attempt`. */
  const [mended, setMended] = useState<{ attempt: number; names: readonly string[] }>({ attempt: 0, names: [] });
  /** The answers that the server refused last; empty when the page itself refused. */
  const sent = useRef<Answers>({});

  const tellAnswers = () => {
    if (form.current) onAnswers?.(form.current);
  };

  const afterPress = useAfterPress();

  useLayoutEffect(() => (shown ? status.markShown() : undefined), [shown, status]);
  // A layout effect, so that this form is left before the form of the next page is shown.
  useLayoutEffect(() => status.leave, [status]);
  useLayoutEffect(() => status.attach(() => form.current && readTyped(form.current, fields)), [status, fields]);

  const onWritten = () => {
    tellAnswers();
    lookAtAll();
  };
  /** Focuses a part of the form in a timer, after the page has focused its own heading. */
  const focusSoon = useCallback((part: string) => {
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>(part)?.focus());
    return () => clearTimeout(timer);
  }, []);

  const takeBack = (errors: readonly FieldError[]) => {
    if (form.current) sent.current = readForm(form.current, fields);
    status.refuse(errors);
    onReturned?.();
    focusSoon('.summary-place');
  };
  const draft = useDraft({ form, fields, status, onWritten, onReturned: takeBack });
  useErrorTitle(shown && state.status === 'refused');

  const forget = useEffectEvent(draft.forget);
  useEffect(() => {
    if (state.status === 'done') forget();
  }, [state]);

  const emptied = useRef(round);
  const empty = useEffectEvent((now: number) => {
    if (emptied.current === now) return;
    emptied.current = now;
    form.current?.reset();
    draft.forget();
    forgetFindings();
    tellAnswers();
  });
  useEffect(() => empty(round), [round]);

  // A queued submission that was refused comes back into the form, once the form is shown and empty. While a cleared form can be
  // brought back, it comes only when the person asks for it.
  const returned = useQueue().some((lead) => lead.kind === kind && lead.state === 'refused');
  const restore = useEffectEvent((asked?: true) => {
    draft.saveNow();
    if (asked || draft.draft.status !== 'cleared') draft.restore();
  });
  useEffect(() => {
    if (shown && returned && state.status === 'filling') restore(state.asked);
  }, [shown, returned, state]);

  // A result that came while the form was not shown takes the focus when the form is opened.
  const answerThere = useEffectEvent(() => {
    if (state.status === 'failed') return '.alert-stop';
    return state.status === 'refused' && state.bySend ? '.summary-place' : undefined;
  });
  useEffect(() => {
    const answer = shown && answerThere();
    return answer ? focusSoon(answer) : undefined;
  }, [shown, focusSoon]);

  const changed = () => {
    prepareForLater();
    // While the thanks are shown, the form can still be typed into.
    status.revise();
    tellAnswers();
    draft.saveSoon();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.current || state.status === 'submitting' || state.status === 'done') return;
    prepareForLater();
    // A password manager may have filled something in without an event.
    tellAnswers();
    draft.saveNow();
    const answers = readForm(form.current, fields);
    const checked = checkAnswers(fields, answers);
    sent.current = checked.ok ? answers : {};
    if (checked.ok) void status.send(checked.answers, { leaveBlank: honeypot(form.current) });
    else status.refuse(checked.errors);
  };

  const { errors, attempt } = state.status === 'refused' ? state : { errors: [], attempt: 0 };

  /** Removes the errors of fields until the next refusal. */
  const mend = (names: readonly string[]) =>
    setMended((known) => ({ attempt, names: known.attempt === attempt ? [...known.names, ...names] : names }));

  /**
   * Checks the form again. The returned function removes the errors of fields that are correct now. An answer that only the server
   * refuses is not correct before it is another one. No new error appears before the next press of the button.
   */
  const recheck = (): (() => void) => {
    if (state.status !== 'refused' || !form.current) return () => undefined;
    const answers = readForm(form.current, fields);
    const checked = checkAnswers(fields, answers);
    const still = checked.ok ? [] : checked.errors.map(({ field }) => field);
    const isAsSent = (name: string) => String(answers[name]) === String(sent.current[name]);
    const now = errors.map(({ field }) => field).filter((name) => !still.includes(name) && !isAsSent(name));
    return () => mend(now);
  };

  const leaveField = (event: FocusEvent<HTMLFormElement>) => {
    const { name = '', value = '' } = event.target as Partial<HTMLInputElement>;
    // Check now, not after the press: by then the person may be typing into the next field.
    const dropMended = recheck();
    afterPress(() => {
      void look(name, value);
      dropMended();
    });
  };

  /** Replaces the typed answer by the proposed one, as if it was typed. It stays the same function while the form is mounted. */
  const correct = useCallback(
    (name: string, correction: string) => {
      const control = document.getElementById(controlIdOf(kind, name));
      if (!(control instanceof HTMLInputElement)) return;
      control.value = correction;
      void look(name, correction);
      control.focus();
      control.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [kind, look],
  );

  const clearDraft = () => {
    // Otherwise the result of the send under way would count for what is typed next.
    if (state.status === 'submitting') return;
    forgetFindings();
    status.reopen();
    draft.clear();
  };

  const errorOn = (name: string): string | undefined =>
    mended.attempt === attempt && mended.names.includes(name)
      ? undefined
      : errors.find(({ field }) => field === name)?.text;
  const summary = errors.map(({ field: name, text }) => {
    const field = fields.find((candidate) => candidate.name === name) ?? fields[0];
    return { controlId: field ? firstControlIdOf(kind, field) : '', text };
  });

  return {
    state,
    amended,
    form,
    summary,
    attempt,
    findings,
    propsOf: (field: Field) => ({
      form: kind,
      field,
      error: errorOn(field.name),
      finding: findings[field.name],
      onCorrect: correct,
    }),
    draft: draft.draft,
    /** Whether the consent to texts was unticked because its wording has changed since. */
    reworded: draft.reworded,
    clearDraft,
    /** Removes the changes of a sent lead from the form. The note about the draft, which has Undo, then takes the focus. */
    discard: () => {
      clearDraft();
      document.querySelector<HTMLElement>('.draft-note')?.focus();
    },
    undoClear: draft.undo,
    handlers: {
      ref: form,
      onSubmit: submit,
      onInput: (event: InputEvent<HTMLFormElement>) => {
        changed();
        const { name = '', value = '', type = '' } = event.target as Partial<HTMLInputElement>;
        // What was said of the length of an answer is over once it is short enough.
        if (!lookAgain(name, value) && findings[name]?.tooLong) mend([name]);
        // A choice or a tick is complete as it is made; a text is when its field is left.
        if (!isChoice(type)) return;
        recheck()();
        lookAtAll();
      },
      onBlur: leaveField,
    },
  };
}

export type LeadFormModel = ReturnType<typeof useLeadForm>;
