import { useEffect, useRef, useState } from 'react';
import { useStore } from '#client/lib/store.ts';
import { portal } from '../portal.ts';
import { portalRequestEvent } from '../portal-events.ts';
import type { AgentRequestInput } from '../request/create-request.ts';
import { loadRunningParts } from '../request/LiveCard.tsx';
import type { TextDraft } from '../state.ts';

/**
 * The state of the Text Agent form. `attempt` counts the presses, so that the same alert is announced again. `arrived`: a request that
 * had failed arrived late, without what was typed since.
 */
export type TextState =
  | { readonly status: 'filling' | 'sending' | 'arrived' }
  | { readonly status: 'missing' | 'failed'; readonly attempt: number };

interface TextRequestOptions {
  readonly onSent: (input: AgentRequestInput) => void;
  /** Called when the request failed, perhaps while its form was closed. The form has to be shown again. */
  readonly onFailed: () => void;
  /** Called when a request that had failed has arrived after all, and nothing was typed since. */
  readonly onArrived: (input: AgentRequestInput) => void;
}

/** Sends a request by text. Sending goes on when the form is closed; the result is shown wherever the person is then. */
export function useTextRequest({ onSent, onFailed, onArrived }: TextRequestOptions) {
  const [form, setForm] = useState<TextState>({ status: 'filling' });
  const attempts = useRef(0);
  const sending = useRef(false);
  /** The request that failed last, and the draft that it was sent from. */
  const failed = useRef<{ readonly input: AgentRequestInput; readonly draft: TextDraft }>(undefined);
  const late = useStore(portal.arrivedLate);
  useEffect(() => {
    if (!failed.current || failed.current.input !== late) return;
    const isSame = failed.current.draft === portal.draft.get();
    failed.current = undefined;
    setForm({ status: isSame ? 'filling' : 'arrived' });
    if (isSame) onArrived(late);
    // The form says now that the next press sends another request.
    else portal.askBeside();
  }, [late, onArrived]);

  const send = async (input: AgentRequestInput): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    attempts.current += 1;
    failed.current = undefined;
    const draft = portal.draft.get();
    setForm({ status: 'sending' });
    // Load the dialog now that shows the result on other pages, because the network may be down later.
    dispatchEvent(new Event(portalRequestEvent));
    loadRunningParts();
    const outcome = await portal.createRequest(input);
    sending.current = false;
    switch (outcome.kind) {
      case 'sent':
        setForm({ status: 'filling' });
        return onSent(input);
      case 'failed':
        failed.current = { input, draft };
        setForm({ status: 'failed', attempt: attempts.current });
        return onFailed();
      case 'locked':
        return portal.lock('failed request');
      case 'left':
        return;
    }
  };

  return {
    form,
    send,
    /** Call it when the button is pressed without a dealership. */
    miss(): void {
      attempts.current += 1;
      setForm({ status: 'missing', attempt: attempts.current });
    },
    /** Removes the message about an earlier press. */
    reset(): void {
      if (!sending.current) setForm({ status: 'filling' });
    },
  };
}
