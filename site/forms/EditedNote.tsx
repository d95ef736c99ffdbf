import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { LeadFormModel } from './useLeadForm.ts';

/** The button's label when the form holds changes to something that was already sent. */
export const sendChanges = 'Send the changes';

/** Says that the form was sent, and that what was changed after that is not. */
export function EditedNote({ model }: { model: LeadFormModel }) {
  const { state, amended, discard } = model;
  const shown = amended !== undefined && state.status !== 'submitting';
  return (
    <Alert tone="note" shown={shown} title="Your changes are not sent yet" focus={amended?.bySend ?? false} isLate>
      <p>Once sent, they replace the earlier answers of {amended?.reference}.</p>
      <Button look="quiet" onClick={discard}>
        Discard the changes
      </Button>
    </Alert>
  );
}
