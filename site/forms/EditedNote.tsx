import { Alert } from '#client/ui/Alert.tsx';
import { formNames } from '#contract/form-names.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { LeadFormState } from './lead-status.ts';

/** What the button of a form says that holds changes to what was received. */
export const sendChanges = 'Send the changes';

/** Says that the form was received, and that what was changed after the press is not sent yet. */
export function EditedNote({ kind, state }: { kind: LeadKind; state: LeadFormState }) {
  const edited = state.status === 'edited' ? state : undefined;
  const name = formNames[kind].title.toLowerCase();
  return (
    <Alert
      tone="note"
      shown={edited !== undefined}
      title="Your changes are not sent yet"
      focus={edited?.bySend ?? false}
    >
      <p>
        We have your {name} {edited?.reference} as it was when you pressed the button. What you changed after that goes
        out when you press “{sendChanges}”. If it is not needed, press “Clear”.
      </p>
    </Alert>
  );
}
