import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useShownOnce } from '../lib/shown-once.ts';
import { usePress } from '../lib/use-press.ts';
import { renewCodes } from './RecoveryCodes.tsx';

/**
 * Shown on every screen while the person has recovery codes that they have not said to be kept. The answer that brought them may have been
 * lost, or the browser has closed the page that showed them, so that nobody has them.
 */
export function CodesNote() {
  const shown = useShownOnce();
  const { busy, fault, attempt, press } = usePress(renewCodes);
  return (
    <Alert tone="note" shown={shown === undefined} title="Your recovery codes" attempt={attempt}>
      <p>You have not said that you kept them, and they are not shown again. Make ten new ones, and keep those.</p>
      {fault && <p>{fault}</p>}
      <p className="row-of-buttons">
        <Button aria-disabled={busy} onClick={press}>
          {busy ? 'Making them…' : 'Make ten new codes'}
        </Button>
      </p>
    </Alert>
  );
}
