import { type FocusEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
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

interface LeadFormOptions {
  onDone: (receipt: Receipt) => void;
  /** Called after each change of an answer, by typing or otherwise, with the form that holds it. */
  onAnswers?: (form: HTMLFormElement) => void;
}

/** What was put into the field that no person sees. */
const honeypot = (form: HTMLFormElement): string => String(new FormData(form).get('leave_blank') ?? '');

/** Everything that both forms do: keep what is typed, help, check, send once, and say what became of it. */
export function useLeadForm(kind: LeadKind, { onDone, onAnswers }: LeadFormOptions) {
  const { fields } = forms[kind];
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<LeadFormState>({ state: 'filling' });
  const [findings, setFindings] = useState<Readonly<Record<string, Finding | undefined>>>({});
  const [mended, setMended] = useState<readonly string[]>([]);
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
  const draft = useDraft({ form, fields, sending, onWritten: tellAnswers });
  useErrorTitle(state.state === 'refused');

  const afterPress = useRef<AfterPress>(undefined);
  useEffect(() => {
    afterPress.current = createAfterPress(window);
    return () => afterPress.current?.stop();
  }, []);

  const changed = () => {
    tellAnswers();
    draft.saveSoon();
  };

  const refuse = (errors: readonly FieldError[]) => {
    attempts.current += 1;
    setMended([]);
    setState({ state: 'refused', errors, attempt: attempts.current });
  };

  const settle = (outcome: Outcome, answers: Receipt['answers']) => {
    if (outcome.state === 'refused') return refuse(outcome.errors);
    if (outcome.state === 'failed') return setState({ state: 'failed' });
    const received = outcome.state === 'sent' ? 'received' : 'waiting';
    const receipt: Receipt = { kind, reference: outcome.reference, at: new Date(), state: received, answers };
    draft.forget();
    setFindings({});
    setState({ state: 'done', receipt });
    onDone(receipt);
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

  const recheck = (name: string) => {
    if (state.state !== 'refused' || !form.current) return;
    const checked = checkAnswers(fields, readForm(form.current, fields));
    const wrong = checked.ok ? [] : checked.errors.map(({ field }) => field);
    if (!wrong.includes(name)) setMended((names) => [...names, name]);
  };

  const leaveField = (event: FocusEvent<HTMLFormElement>) => {
    const { name, value } = event.target as Partial<HTMLInputElement>;
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return;
    afterPress.current?.run(() => {
      setFindings((known) => ({ ...known, [field.name]: findingOn(field.kind, value ?? '') }));
      recheck(field.name);
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
    mended.includes(name) ? undefined : errors.find(({ field }) => field === name)?.text;
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
      setFindings({});
      setState({ state: 'filling' });
      draft.clear();
    },
    undoClear: draft.undo,
    handlers: {
      ref: form,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
      onInput: changed,
      onBlur: leaveField,
    },
  };
}

export type LeadFormModel = ReturnType<typeof useLeadForm>;
