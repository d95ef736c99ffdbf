import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#client/ui/Button.tsx';
import { spanOnClock } from './card.ts';
import type { Change } from './running.ts';

type PressState =
  | { readonly state: 'resting' }
  | { readonly state: 'asking' }
  | { readonly state: 'sending' }
  | { readonly state: 'failed'; readonly text: string };

const failureOf = (change: Exclude<Change, { kind: 'done' }>): PressState => ({
  state: 'failed',
  text: change.kind === 'refused' ? change.text : 'The desk did not hear it. Try again, or call.',
});

const Failure = ({ press }: { press: PressState }) => (
  <p className="field-error" role="alert">
    {press.state === 'failed' && press.text}
  </p>
);

interface CancelRequestProps {
  /** Whether what is in sight has been there long enough to be meant. */
  settled: boolean;
  onCancel: () => Promise<Change>;
}

/** Cancels the request, after asking once. */
export function CancelRequest({ settled, onCancel }: CancelRequestProps) {
  const [press, setPress] = useState<PressState>({ state: 'resting' });
  const opener = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const asks = press.state !== 'resting';

  useEffect(() => {
    if (asks) group.current?.focus();
  }, [asks]);

  const keep = () => {
    flushSync(() => setPress({ state: 'resting' }));
    opener.current?.focus();
  };
  const confirm = async () => {
    if (press.state === 'sending') return;
    setPress({ state: 'sending' });
    const change = await onCancel();
    // What was cancelled shows on the card itself, and this goes with it.
    if (change.kind !== 'done') setPress(failureOf(change));
  };

  if (!asks) {
    return (
      <Button
        ref={opener}
        look="quiet"
        aria-disabled={!settled || undefined}
        onClick={() => settled && setPress({ state: 'asking' })}
      >
        Cancel request
      </Button>
    );
  }
  return (
    <fieldset ref={group} className="live-cancel" tabIndex={-1}>
      <legend>Cancel this request? You can take it back for a minute.</legend>
      <Button onClick={keep}>Keep it</Button>
      <Button onClick={() => void confirm()} aria-disabled={press.state === 'sending' || undefined}>
        {press.state === 'sending' ? 'Cancelling…' : 'Yes, cancel it'}
      </Button>
      <Failure press={press} />
    </fieldset>
  );
}

interface TakeBackProps {
  /** How long it can still be taken back, in milliseconds. */
  leftMs: number;
  settled: boolean;
  onTakeBack: () => Promise<Change>;
}

/** Takes a cancel back while that is possible. */
export function TakeBack({ leftMs, settled, onTakeBack }: TakeBackProps) {
  const [press, setPress] = useState<PressState>({ state: 'resting' });
  const box = useRef<HTMLDivElement>(null);
  // Cancel was pressed at the foot of the card, which may fill the screen.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  if (leftMs <= 0) return null;
  const waits = press.state === 'sending' || !settled;
  const takeBack = async () => {
    if (waits) return;
    setPress({ state: 'sending' });
    const change = await onTakeBack();
    if (change.kind !== 'done') setPress(failureOf(change));
  };
  return (
    <div ref={box} className="live-take-back">
      <Button look="primary" onClick={() => void takeBack()} aria-disabled={waits || undefined}>
        {press.state === 'sending' ? 'Taking back…' : 'Take back'}
      </Button>
      <p>
        <span className="visually-hidden">Possible for another </span>
        {spanOnClock(leftMs)}
      </p>
      <Failure press={press} />
    </div>
  );
}
