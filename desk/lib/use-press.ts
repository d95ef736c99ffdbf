import { useState } from 'react';
import { useTellFailureHere } from './left-press.ts';

interface Press {
  /** Whether the call is under way. A press meanwhile does nothing. */
  readonly busy: boolean;
  /** Why the last call failed. */
  readonly fault?: string;
  /** Counts the calls that have ended, so that the same fault is announced again. */
  readonly attempt: number;
}

/**
 * A button that makes one call at a time. When it is gone before the call has failed, the screen that is shown by then says why.
 *
 * @param run makes the call. Resolves to why it failed; undefined when it worked
 * @param about what is pressed on, when that has a better name than the screen
 */
export function usePress(
  run: () => Promise<string | undefined>,
  about?: string,
): Press & { readonly press: () => void } {
  const [state, setState] = useState<Press>({ busy: false, attempt: 0 });
  const tell = useTellFailureHere(about);
  const press = async () => {
    if (state.busy) return;
    setState({ busy: true, attempt: state.attempt });
    const fault = await run();
    const attempt = state.attempt + 1;
    // Also for a screen that is hidden now, where the failure is told elsewhere: it may be shown again.
    setState({ busy: false, attempt });
    tell(fault, () => setState({ busy: false, attempt, ...(fault && { fault }) }));
  };
  return { ...state, press: () => void press() };
}
