import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useShownOnce } from '../lib/shown-once.ts';
import { renewCodes } from './RecoveryCodes.tsx';

/**
 * Shown on every screen while the person has recovery codes that they have not said to be kept. The answer that brought them may have been
 * lost, or the browser has closed the page that showed them, so that nobody has them.
 */
export function CodesNote() {
  const shown = useShownOnce();
  const [state, setState] = useState<{ busy: boolean; fault?: string; attempt: number }>({ busy: false, attempt: 0 });
  const press = async () => {
    if (state.busy) return;
    setState({ busy: true, attempt: state.attempt });
    const fault = await renewCodes();
    setState({ busy: false, attempt: state.attempt + 1, ...(fault && { fault }) });
  };
  return (
    <Alert tone="note" shown={shown === undefined} title="Your recovery codes" attempt={state.attempt}>
      <p>You have not said that you kept them, and they are not shown again. Make ten new ones, and keep those.</p>
      {state.fault && <p>{state.fault}</p>}
      <p className="row-of-buttons">
        <Button aria-disabled={state.busy} onClick={() => void press()}>
          {state.busy ? 'Making them…' : 'Make ten new codes'}
        </Button>
      </p>
    </Alert>
  );
}
