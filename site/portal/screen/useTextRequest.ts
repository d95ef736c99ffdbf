import { useRef, useState } from 'react';
import type { Session } from '#contract/portal.ts';
import { loadPortalDialogs } from '../load-dialogs.ts';
import { lock, press } from '../portal.ts';
import type { Asked } from '../request/ask-agent.ts';

/** Where the request by text stands. `attempt` counts the presses, so that the same alert is told again. */
export type TextState =
  | { readonly state: 'filling' }
  | { readonly state: 'missing'; readonly attempt: number }
  | { readonly state: 'sending' }
  | { readonly state: 'failed'; readonly attempt: number };

interface TextRequestOptions {
  readonly session: Session;
  readonly onSent: (asked: Asked) => void;
  /** It failed, perhaps while its form was closed: the person has to see it. */
  readonly onFailed: () => void;
}

/** The sending of a request by text. It goes on when its form is closed, and its end is told wherever the person is then. */
export function useTextRequest({ session, onSent, onFailed }: TextRequestOptions) {
  const [text, setText] = useState<TextState>({ state: 'filling' });
  const attempts = useRef(0);
  const sending = useRef(false);

  const send = async (asked: Asked): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    attempts.current += 1;
    setText({ state: 'sending' });
    // What tells of the end elsewhere is loaded now: the network may be gone by then.
    loadPortalDialogs().catch(() => undefined);
    const outcome = await press.send(session.token, asked);
    sending.current = false;
    switch (outcome.kind) {
      case 'sent':
        setText({ state: 'filling' });
        return onSent(asked);
      case 'failed':
        setText({ state: 'failed', attempt: attempts.current });
        return onFailed();
      case 'locked':
        return lock.lock('failed request');
      case 'left':
        return;
    }
  };

  return {
    text,
    send,
    /** The button was pressed without a dealership. */
    miss(): void {
      attempts.current += 1;
      setText({ state: 'missing', attempt: attempts.current });
    },
    /** What was said about an earlier press is no longer true, or was read. */
    begin(): void {
      if (!sending.current) setText({ state: 'filling' });
    },
  };
}
