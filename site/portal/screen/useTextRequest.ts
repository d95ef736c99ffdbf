import { useRef, useState } from 'react';
import { useStore } from '#client/lib/store.ts';
import { portal } from '../portal.ts';
import { portalRequestEvent } from '../portal-events.ts';
import type { AgentRequestInput } from '../request/create-request.ts';

/** The state of the Text Agent form. `attempt` counts the presses, so that the same alert is announced again. */
export type TextState =
  | { readonly status: 'filling' | 'sending' }
  | { readonly status: 'missing' | 'failed'; readonly attempt: number };

interface TextRequestOptions {
  readonly onSent: (input: AgentRequestInput) => void;
  /** Called when the request failed, perhaps while its form was closed. The form has to be shown again. */
  readonly onFailed: () => void;
}

/** Sends a request by text. Sending goes on when the form is closed; the result is shown wherever the person is then. */
export function useTextRequest({ onSent, onFailed }: TextRequestOptions) {
  const [text, setText] = useState<TextState>({ status: 'filling' });
  // Once a request has arrived late, its card says so, and it has not failed any more.
  const arrivedLate = useStore(portal.arrivedLate);
  const [seenLate, setSeenLate] = useState(arrivedLate);
  if (seenLate !== arrivedLate) {
    setSeenLate(arrivedLate);
    if (text.status === 'failed') setText({ status: 'filling' });
  }
  const attempts = useRef(0);
  const sending = useRef(false);

  const send = async (input: AgentRequestInput): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    attempts.current += 1;
    setText({ status: 'sending' });
    // Load the dialog now that shows the result on other pages, because the network may be down later.
    dispatchEvent(new Event(portalRequestEvent));
    const outcome = await portal.createRequest(input);
    sending.current = false;
    switch (outcome.kind) {
      case 'sent':
        setText({ status: 'filling' });
        return onSent(input);
      case 'failed':
        setText({ status: 'failed', attempt: attempts.current });
        return onFailed();
      case 'locked':
        return portal.lock('failed request');
      case 'left':
        return;
    }
  };

  return {
    text,
    send,
    /** Call it when the button is pressed without a dealership. */
    miss(): void {
      attempts.current += 1;
      setText({ status: 'missing', attempt: attempts.current });
    },
    /** Removes the message about an earlier press. */
    reset(): void {
      if (!sending.current) setText({ status: 'filling' });
    },
  };
}
