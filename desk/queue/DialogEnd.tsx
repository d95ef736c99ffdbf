import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';

interface DialogEndProps {
  /** The label of the button that sends. `labelWhileSending` is its label while the form is being sent. */
  readonly label: string;
  readonly labelWhileSending: string;
  readonly sending: boolean;
  /** Why it could not be sent. */
  readonly failed: string | undefined;
  readonly onClose: () => void;
}

/**
 * The end of a form in a dialog: why it failed, the button that sends, and the button that closes. The closing button does nothing
 * while the form is being sent.
 */
export function DialogEnd({ label, labelWhileSending, sending, failed, onClose }: DialogEndProps) {
  return (
    <>
      <Alert tone="stop" shown={failed !== undefined}>
        <p>{failed}</p>
      </Alert>
      <div className="dialog-actions">
        <Button type="submit" look="primary" aria-disabled={sending || undefined}>
          {sending ? labelWhileSending : label}
        </Button>
        <Button aria-disabled={sending || undefined} onClick={() => sending || onClose()}>
          Back
        </Button>
      </div>
    </>
  );
}
