import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/Button.tsx';
import { pressWhen, type Ready, useSettled } from '#client/ui/use-settled.ts';
import { spanOnClock } from './card.ts';
import type { Change } from './changes.ts';

type ConfirmState =
  | { readonly status: 'idle' | 'asking' | 'sending' }
  | { readonly status: 'failed'; readonly text: string; readonly isUnanswered: boolean };

const failureOf = (change: Exclude<Change, { kind: 'done' }>): ConfirmState => ({
  status: 'failed',
  isUnanswered: change.kind === 'failed',
  text: change.kind === 'refused' ? change.text : 'No answer came. Try again, or call.',
});

const Failure = ({ confirm }: { confirm: ConfirmState }) => (
  <p className="field-error" role="alert">
    {confirm.status === 'failed' && confirm.text}
  </p>
);

/** How fresh the card is: that no answer came is old once a newer version has come, or the connection is back. */
interface Freshness {
  version: number;
  isOffline: boolean;
}

function useConfirm({ version, isOffline }: Freshness, before: 'idle' | 'asking') {
  const [confirm, setConfirm] = useState<ConfirmState>({ status: 'idle' });
  useEffect(() => {
    if (version && !isOffline)
      setConfirm((now) => (now.status === 'failed' && now.isUnanswered ? { status: before } : now));
  }, [version, isOffline, before]);
  return [confirm, setConfirm] as const;
}

interface CancelRequestProps extends Freshness {
  /** Whether the buttons have stood where they are long enough for a press to be intended. */
  settled: Ready;
  onCancel: () => Promise<Change>;
}

/** Cancels the request, after asking once. */
export function CancelRequest({ settled, onCancel, ...fresh }: CancelRequestProps) {
  const [confirm, setConfirm] = useConfirm(fresh, 'asking');
  const opener = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const isAsking = confirm.status !== 'idle';
  const isSending = confirm.status === 'sending';
  // On a wide screen the answers come in the place of the button without a change of the card's height.
  const answersSettled = useSettled(String(isAsking));
  const waits = isSending || settled !== true || !answersSettled;

  useEffect(() => {
    if (isAsking) group.current?.focus();
  }, [isAsking]);

  const keep = () => {
    flushSync(() => setConfirm({ status: 'idle' }));
    opener.current?.focus();
  };
  const submit = async () => {
    setConfirm({ status: 'sending' });
    const change = await onCancel();
    if (change.kind !== 'done') return setConfirm(failureOf(change));
    // Usually the card shows the cancel now, and this component is gone. It is still here when another tab has taken the cancel
    // back meanwhile.
    if (group.current?.contains(document.activeElement)) keep();
    else setConfirm({ status: 'idle' });
  };

  if (!isAsking) {
    return (
      <Button ref={opener} look="quiet" {...pressWhen(settled, () => setConfirm({ status: 'asking' }))}>
        Cancel request
      </Button>
    );
  }
  return (
    <fieldset ref={group} className="wrapped live-cancel" tabIndex={-1}>
      <legend>Cancel this request? You can take it back for a minute.</legend>
      <Button onClick={(event) => (waits ? event.preventDefault() : keep())} aria-disabled={waits || undefined}>
        Keep it
      </Button>
      <Button onClick={(event) => (waits ? event.preventDefault() : void submit())} aria-disabled={waits || undefined}>
        {isSending ? 'Cancelling…' : 'Yes, cancel it'}
      </Button>
      <Failure confirm={confirm} />
    </fieldset>
  );
}

interface TakeBackProps extends Freshness {
  /** How long the cancel can still be taken back, in milliseconds. */
  leftMs: number;
  settled: Ready;
  onTakeBack: () => Promise<Change>;
}

/** Takes a cancel back while that is possible. */
export function TakeBack({ leftMs, settled, onTakeBack, ...fresh }: TakeBackProps) {
  const [confirm, setConfirm] = useConfirm(fresh, 'idle');
  const box = useRef<HTMLDivElement>(null);
  // The Cancel button is at the foot of the card, which may be as tall as the screen, so scroll here.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (leftMs <= 0) return null;
  const isSending = confirm.status === 'sending';
  const takeBack = async () => {
    setConfirm({ status: 'sending' });
    const change = await onTakeBack();
    // After a success this component is gone, unless another tab has cancelled again meanwhile. Then it can be pressed again.
    setConfirm(change.kind === 'done' ? { status: 'idle' } : failureOf(change));
  };
  return (
    <div ref={box} className="wrapped live-take-back">
      <Button look="primary" {...pressWhen(!isSending && settled, takeBack)}>
        {isSending ? 'Taking back…' : 'Take back'}
      </Button>
      <p>
        <span className="visually-hidden">Possible for another </span>
        {spanOnClock(leftMs)}
      </p>
      <Failure confirm={confirm} />
    </div>
  );
}
