import './form.css';
import { createContext, type ReactNode, type SyntheticEvent, use, useEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import type { Overtaken } from '../lib/drafts.ts';
import type { Failure } from '../lib/request.ts';
import { failureText } from '../lib/request.ts';
import { OvertakenNote, useDraft } from './Draft.tsx';

/** Why a form was not taken. With `field` it is about the control of that name. */
export interface Fault {
  readonly field?: string;
  readonly text: string;
}

/** What a form's `onSend` resolves to when somebody else was first, and the person decides. Until then what was typed is kept. */
export const undecided: Fault = { text: '' };

const FaultContext = createContext<Fault | undefined>(undefined);

/** What is wrong with the control of a name, after the form was sent. */
export function useFault(name: string): string | undefined {
  const fault = use(FaultContext);
  return fault?.field === name ? fault.text : undefined;
}

/** A failed call as a form's fault. `fields` names the control that each refusal is about. */
export function faultOf(failure: Failure, fields: Readonly<Record<string, string>> = {}): Fault {
  const name = failure.kind === 'refused' ? (failure.name as string | undefined) : undefined;
  const field = name === undefined ? undefined : fields[name];
  return field ? { field, text: failureText(failure) } : { text: failureText(failure) };
}

/** The value of a control, without spaces around it. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

interface SendFormProps {
  children: ReactNode;
  /** On the button, and on it while the form is under way. */
  submit: string;
  sending: string;
  /** Sends it. Resolves to why it was not taken, or to `undecided`; to nothing when it was taken. */
  onSend: (data: FormData) => Promise<Fault | undefined>;
  /** The name under which what is typed survives a lock and a reload; null where it does not: it is a secret, or nothing is typed. */
  draft: string | null;
  /** The names under which it was kept before what it is about became a part of something else. */
  earlierDrafts?: readonly string[];
  /** `plain` for a form that is not what its page is for. */
  look?: 'primary' | 'plain';
  /** It stays when it was sent, and is empty then, unless something was typed meanwhile. */
  empties?: boolean;
  /** Buttons beside the one that sends. */
  beside?: ReactNode;
  /** What somebody else changed of what its controls do not hold alone. */
  overtaken?: readonly Overtaken[];
}

/**
 * A form: it is sent once however often it is pressed, keeps what was typed when it fails, and brings the focus to what is wrong.
 */
export function SendForm({
  children,
  submit,
  sending,
  onSend,
  draft,
  earlierDrafts,
  look = 'primary',
  empties = false,
  beside,
  overtaken: further = [],
}: SendFormProps) {
  const { form, overtaken, keep, begin } = useDraft(draft ?? undefined, earlierDrafts);
  const [fault, setFault] = useState<Fault & { attempt: number }>();
  const [busy, setBusy] = useState(false);
  const attempts = useRef(0);
  useHoldOpen(busy);

  useEffect(() => {
    if (!fault?.field) return;
    const control = form.current?.elements.namedItem(fault.field);
    if (control instanceof HTMLElement) control.focus();
  }, [fault, form]);

  async function send(element: HTMLFormElement): Promise<void> {
    setBusy(true);
    const taken = begin();
    const outcome = await onSend(new FormData(element));
    setBusy(false);
    if (outcome === undecided) return setFault(undefined);
    attempts.current += 1;
    setFault(outcome && { ...outcome, attempt: attempts.current });
    if (!outcome && !taken() && empties) element.reset();
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void send(event.currentTarget);
  };

  return (
    <form ref={form} className="form" noValidate method="post" onSubmit={onSubmit} onInput={keep}>
      <OvertakenNote overtaken={[...overtaken, ...further]} />
      <FaultContext value={fault}>{children}</FaultContext>
      <Alert tone="stop" shown={fault !== undefined && !fault.field} attempt={fault?.attempt ?? 0}>
        <p>{fault?.text}</p>
      </Alert>
      <div className="form-end">
        <Button type="submit" look={look} aria-disabled={busy}>
          {busy ? sending : submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
