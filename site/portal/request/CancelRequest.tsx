import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import type { Change } from './running.ts';

type CancelState =
  | { readonly state: 'resting' }
  | { readonly state: 'asking' }
  | { readonly state: 'cancelling' }
  | { readonly state: 'failed'; readonly text: string };

interface CancelRequestProps {
  /** Who accepted it. */
  agent: string | null;
  onCancel: () => Promise<Change>;
}

/** Cancels the request, after asking once. */
export function CancelRequest({ agent, onCancel }: CancelRequestProps) {
  const [cancel, setCancel] = useState<CancelState>({ state: 'resting' });
  const opener = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const asks = cancel.state !== 'resting';

  useEffect(() => {
    if (asks) group.current?.focus();
  }, [asks]);

  const keep = () => {
    flushSync(() => setCancel({ state: 'resting' }));
    opener.current?.focus();
  };
  const confirm = async () => {
    if (cancel.state === 'cancelling') return;
    setCancel({ state: 'cancelling' });
    const change = await onCancel();
    // What was cancelled shows on the card itself, and this goes with it.
    if (change.kind === 'done') return;
    setCancel({
      state: 'failed',
      text: change.kind === 'refused' ? change.text : 'The desk did not hear it. Try again, or call.',
    });
  };

  if (!asks) {
    return (
      <Button ref={opener} look="quiet" onClick={() => setCancel({ state: 'asking' })}>
        Cancel request
      </Button>
    );
  }
  return (
    <fieldset ref={group} className="live-cancel" tabIndex={-1}>
      <legend>
        Cancel this request?{' '}
        {agent === null ? 'Whoever opens its link sees that it is over.' : `${agent} sees it on the link.`}
      </legend>
      <Button onClick={keep}>Keep it</Button>
      <Button onClick={() => void confirm()} aria-disabled={cancel.state === 'cancelling' || undefined}>
        {cancel.state === 'cancelling' ? 'Cancelling…' : 'Yes, cancel it'}
      </Button>
      <p className="field-error" role="alert">
        {cancel.state === 'failed' && cancel.text}
      </p>
    </fieldset>
  );
}
