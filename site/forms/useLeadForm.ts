import { type FocusEvent, type InputEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { checkAnswers } from '#contract/answers.ts';
import type { FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { AdviceProps } from '../ui/Advice.tsx';
import { type AfterPress, createAfterPress } from './after-press.ts';
import { firstControlIdOf } from './FormField.tsx';
import { forms } from './forms.ts';
import { type Finding, findingOn } from './help.ts';
import { readForm } from './read-form.ts';
import type { Receipt } from './receipt/receipts.ts';
import { createSending, type Outcome, type Sending } from './sending/sending.ts';
import { useDraft } from './useDraft.ts';
import { useErrorTitle } from './useErrorTitle.ts';

/**
 * Where a form stands:
 * - `filling`: nothing was sent, or something was changed since;
 * - `refused`: with what must be mended; `attempt` counts the refusals;
 * - `submitting`: on its way, or waiting until `retryAtMs` because the server asked for patience;
 * - `failed`: it did not arrive, and everything typed is still there;
 * - `done`: received, or kept on this device while the browser is offline.
 */
export type LeadFormState =
  | { readonly state: 'filling' }
  | { readonly state: 'refused'; readonly errors: readonly FieldError[]; readonly attempt: number }
  | { readonly state: 'submitting'; readonly retryAtMs?: number }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly receipt: Receipt };

export interface LeadFormOptions {
  /** False while the form's dialog is closed. */
  shown?: boolean;
  onDone: (receipt: Receipt) => void;
  /** A form that had waited to be sent came back, with what must be mended. */
  onReturned?: (() => void) | undefined;
  /** Called after each change of an answer, by typing or otherwise, with the form that holds it. */
  onAnswers?: (form: HTMLFormElement) => void;
}

const isChoice = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');

const waitingOf = ({ onDevice }: { onDevice: boolean }) => ({ state: 'waiting', onDevice }) as const;

/** What was put into the field that no person sees. */
const honeypot = (form: HTMLFormElement): string => String(new FormData(form).get('leave_blank') ?? '');

/** Everything that both forms do: keep what is typed, help, check, send once, and say what became of it. */
export function useLeadForm(kind: LeadKind, { shown = true, onDone, onReturned, onAnswers }: LeadFormOptions) {
  const { fields } = forms[kind];
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<LeadFormState>({ state: 'filling' });
  const [findings, setFindings] = useState<Readonly<Record<string, Finding | undefined>>>({});
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const attempts = useRef(0);
  const sending = useMemo(() => {
    let made: Sending | undefined;
    return () => {
      made ??= createSending(kind);
      return made;
    };
  }, [kind]);

  const tellAnswers = () => {
    if (form.current) onAnswers?.(form.current);
  };

  const afterPress = useRef<AfterPress>(undefined);
  useEffect(() => {
    afterPress.current = createAfterPress(window);
    return () => afterPress.current?.stop();
  }, []);

  const refuse = (errors: readonly FieldError[]) => {
    attempts.current += 1;
    setWrong(errors.map(({ field }) => field));
    setState({ state: 'refused', errors, attempt: attempts.current });
  };

  const takeBack = (errors: readonly FieldError[]) => {
    refuse(errors);
    onReturned?.();
  };
  const draft = useDraft({ form, fields, sending, onWritten: tellAnswers, onReturned: takeBack });
  useErrorTitle(shown && state.state === 'refused');

  const settle = (outcome: Outcome, answers: Receipt['answers']) => {
    if (outcome.state === 'refused') return refuse(outcome.errors);
    if (outcome.state === 'failed') return setState({ state: 'failed' });
    const { reference } = outcome;
    const fate = outcome.state === 'sent' ? ({ state: 'received' } as const) : waitingOf(outcome);
    const receipt: Receipt = { kind, reference, at: new Date(), answers, ...fate };
    draft.forget();
    setFindings({});
    setState({ state: 'done', receipt });
    onDone(receipt);
  };

  const changed = () => {
    tellAnswers();
    draft.saveSoon();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.current || state.state === 'submitting' || state.state === 'done') return;
    draft.saveNow();
    const checked = checkAnswers(fields, readForm(form.current, fields));
    if (!checked.ok) return refuse(checked.errors);
    setState({ state: 'submitting' });
    const onWait = (retryAtMs: number) => setState({ state: 'submitting', retryAtMs });
    settle(
      await sending().send({ ...checked.answers, leave_blank: honeypot(form.current) }, { onWait }),
      checked.answers,
    );
  };

  /**
   * Checks again as the form is now. An error beside a field goes as the answer is mended, when the returned function is
   * called; none appears before the next press of the button.
   */
  const recheck = (): (() => void) => {
    if (state.state !== 'refused' || !form.current) return () => undefined;
    const checked = checkAnswers(fields, readForm(form.current, fields));
    const still = checked.ok ? [] : checked.errors.map(({ field }) => field);
    return () => setWrong((names) => names.filter((name) => still.includes(name)));
  };

  const leaveField = (event: FocusEvent<HTMLFormElement>) => {
    const { name, value } = event.target as Partial<HTMLInputElement>;
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return;
    // As it is left: what is typed into the next field meanwhile is not finished.
    const dropMended = recheck();
    afterPress.current?.run(() => {
      setFindings((known) => ({ ...known, [field.name]: findingOn(field.kind, value ?? '') }));
      dropMended();
    });
  };

  const adviceOn = (name: string): AdviceProps | undefined => {
    const finding = findings[name];
    if (!finding) return undefined;
    const { text, correction } = finding;
    if (correction === undefined) return { text };
    const onCorrect = () => {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement)) return;
      control.value = correction;
      setFindings((known) => ({ ...known, [name]: undefined }));
      control.focus();
      changed();
    };
    return { text, correction: { label: `Use ${correction}`, onCorrect } };
  };

  const errors = state.state === 'refused' ? state.errors : [];
  const errorOn = (name: string): string | undefined =>
    wrong.includes(name) ? errors.find(({ field }) => field === name)?.text : undefined;
  const summary = errors.map(({ field: name, text }) => {
    const field = fields.find((candidate) => candidate.name === name) ?? fields[0];
    return { controlId: field ? firstControlIdOf(kind, field) : '', text };
  });

  /** Empties the form for the next person, as the owner decides after a success. */
  const startAgain = () => {
    form.current?.reset();
    attempts.current = 0;
    setState({ state: 'filling' });
    tellAnswers();
  };

  return {
    state,
    form,
    fields,
    summary,
    attempt: state.state === 'refused' ? state.attempt : 0,
    errorOn,
    adviceOn,
    startAgain,
    draft: draft.draft,
    clearDraft: () => {
      // What is on its way would otherwise be acknowledged as what is typed next.
      if (state.state === 'submitting') return;
      setFindings({});
      setState({ state: 'filling' });
      draft.clear();
    },
    undoClear: draft.undo,
    handlers: {
      ref: form,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
      onInput: (event: InputEvent<HTMLFormElement>) => {
        changed();
        // A choice or a tick is complete as it is made; a text is when its field is left.
        if (isChoice(event.target)) recheck()();
      },
      onBlur: leaveField,
    },
  };
}

export type LeadFormModel = ReturnType<typeof useLeadForm>;
