import './form.css';
import { createContext, type ReactNode, type SyntheticEvent, use, useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, type ButtonLook } from '#client/ui/Button.tsx';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import type { Overtaken } from '../lib/drafts.ts';
import { useTellFailureHere } from '../lib/left-press.ts';
import type { Failure } from '../lib/request.ts';
import { failureText } from '../lib/request.ts';
import { MoreToSave, OvertakenNote, useDraft } from './Draft.tsx';

/** Why a form was not stored. With `field`, the fault is about the control of that name. */
export interface Fault {
  readonly field?: string;
  readonly text: string;
  /** What is wrong in other controls. */
  readonly also?: readonly Fault[];
}

/** A form's `onSend` resolves to this when somebody else saved first and the person has to decide. The draft is kept until then. */
export const undecided: Fault = { text: '' };

const FaultContext = createContext<Fault | undefined>(undefined);

/** The fault of the control with this name after the form was sent; undefined when it has none. */
export function useFault(name: string): string | undefined {
  const fault = use(FaultContext);
  return fault && [fault, ...(fault.also ?? [])].find(({ field }) => field === name)?.text;
}

const BusyContext = createContext(false);

/** A button of a form that leaves the form. It does nothing while the form is being sent. */
export function LeaveButton({ look, onLeave, children }: { look?: ButtonLook; onLeave: () => void; children: string }) {
  const busy = use(BusyContext);
  return (
    <Button {...(look && { look })} aria-disabled={busy} onClick={() => busy || onLeave()}>
      {children}
    </Button>
  );
}

/** A failed call as a form's fault. `fields` gives, by a refusal's name, the control that it is about. */
export function faultOf(failure: Failure, fields: Readonly<Record<string, string>> = {}): Fault {
  const name = failure.kind === 'refused' ? (failure.name as string | undefined) : undefined;
  const field = name === undefined ? undefined : fields[name];
  return field ? { field, text: failureText(failure) } : { text: failureText(failure) };
}

/** Hands the value of a call that worked to `take`. Returns the fault of a call that failed, as `faultOf`. */
export function takeResult<Value>(
  result: { readonly kind: 'ok'; readonly value: Value } | Failure,
  take: (value: Value) => void,
  fields?: Readonly<Record<string, string>>,
): Fault | undefined {
  if (result.kind !== 'ok') return faultOf(result, fields);
  take(result.value);
  return undefined;
}

/** Sends a form. When the code of its page fails, that is a fault of the form, which can be sent again. */
async function outcomeOf(send: () => Promise<Fault | undefined>): Promise<Fault | undefined> {
  try {
    return await send();
  } catch (error) {
    reportError(error);
    return { text: 'This page failed, and it is not known whether this was stored. Look for it, or send it again.' };
  }
}

/** The value of a control, without spaces around it. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** Sends what a button beside the form's own sends. Resolves when it was answered. */
type PressBeside = (send: () => Promise<Fault | undefined>) => Promise<void>;

interface SendFormProps {
  children: ReactNode;
  /** The button's label. `sending` is its label while the form is being sent; it defaults to `Saving…`. */
  submit: string;
  sending?: string;
  /**
   * Sends the form. Resolves to why it was not stored, to `undecided`, or to undefined when it was stored.
   *
   * @param newest returns the form as it is now, with what was typed since it was sent. That is what the person decides about when
   * somebody else saved first
   */
  onSend: (data: FormData, newest: () => FormData) => Promise<Fault | undefined>;
  /**
   * The key of the draft, which survives a lock and a reload. Null when nothing is to be kept: a secret, or a form without text.
   */
  draft: string | null;
  /** The keys that the draft had before its record was joined to another one. */
  earlierDrafts?: readonly string[];
  /** What the form is about, when that has a better name than the screen. */
  about?: string | undefined;
  /** `plain` for a form that is not the main purpose of its page. */
  look?: 'primary' | 'plain';
  /** The form stays after it was sent, and is emptied unless something was typed meanwhile. */
  empties?: boolean;
  /** With `empties`: what was made, and what another press does with what was typed since. Without it, that would be another one. */
  another?: string | undefined;
  /**
   * Called when the form was stored, unless it is gone or something was typed meanwhile. In that case it says that what was typed is
   * not saved.
   */
  onSent?: (() => void) | undefined;
  /** Closes the dialog that the form is in. */
  onBack?: () => void;
  /**
   * Buttons beside the one that sends. One that leaves the form is a `LeaveButton`. A button that sends something else gives it
   * to `press`, and the form then shows the result of the last press alone.
   */
  beside?: ReactNode | ((press: PressBeside) => ReactNode);
  /** Whether a button of `beside` discards what was typed. The form then offers no other way to do so. */
  discards?: boolean;
  /** What somebody else changed of values that the form keeps by `useDraftValue`. */
  overtaken?: readonly Overtaken[];
}

/** A form that is sent once however often its button is pressed, keeps what was typed on failure, and focuses the wrong control. */
export function SendForm({
  children,
  submit,
  sending = 'Saving…',
  onSend,
  draft,
  earlierDrafts,
  about,
  look = 'primary',
  empties = false,
  another,
  onSent,
  onBack,
  beside,
  discards = false,
  overtaken: further = [],
}: SendFormProps) {
  const { form, overtaken, isBack, hasMore, hasAnother, discard, keep, begin } = useDraft(
    draft ?? undefined,
    earlierDrafts,
  );
  const [{ fault, attempt }, setResult] = useState<{ readonly fault?: Fault; readonly attempt: number }>({
    attempt: 0,
  });
  const [busy, setBusy] = useState(false);
  useHoldOpen(busy);
  const tell = useTellFailureHere(about);

  useEffect(() => {
    if (!fault?.field) return;
    form.current?.querySelector<HTMLElement>(`[name=${CSS.escape(fault.field)}]`)?.focus();
  }, [fault, form]);

  async function press(sent: () => Promise<Fault | undefined>): Promise<Fault | undefined> {
    const outcome = await outcomeOf(sent);
    tell(outcome === undecided ? 'Somebody else saved first, so your change is not saved yet.' : outcome?.text, () =>
      setResult((before) => ({
        attempt: before.attempt + 1,
        ...(outcome && outcome !== undecided && { fault: { ...outcome } }),
      })),
    );
    return outcome;
  }

  async function send(element: HTMLFormElement): Promise<void> {
    setBusy(true);
    const taken = begin(onSent !== undefined && !empties);
    const outcome = await press(() => onSend(new FormData(element), () => new FormData(element)));
    setBusy(false);
    if (outcome || taken()) return;
    if (empties) element.reset();
    if (element.isConnected) onSent?.();
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void send(event.currentTarget);
  };

  return (
    <form ref={form} className="form" noValidate method="post" onSubmit={onSubmit} onInput={keep}>
      <OvertakenNote overtaken={[...overtaken, ...further]} />
      <MoreToSave shown={hasMore || (empties && hasAnother)} another={empties && (another ?? true)} />
      <BusyContext value={busy}>
        <Alert tone="note" shown={isBack}>
          <p>Not saved yet: what you typed here before is back.</p>
          {!discards && (
            <LeaveButton look="quiet" onLeave={discard}>
              Discard
            </LeaveButton>
          )}
        </Alert>
      </BusyContext>
      <FaultContext value={fault}>{children}</FaultContext>
      <Alert tone="stop" shown={fault !== undefined && !fault.field} attempt={attempt}>
        <p>{fault?.text}</p>
      </Alert>
      <div className="wrapped form-end">
        <Button type="submit" look={look} aria-disabled={busy}>
          {busy ? sending : submit}
        </Button>
        <BusyContext value={busy}>
          {onBack && <LeaveButton onLeave={onBack}>Back</LeaveButton>}
          {typeof beside === 'function' ? beside(async (other) => void (await press(other))) : beside}
        </BusyContext>
      </div>
    </form>
  );
}
