import { useRef } from 'react';
import { useStore } from '#client/lib/store.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { pages } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { CallLink } from '../CallLink.tsx';
import { lockedByTexts } from '../lock.ts';
import { lock, running } from '../portal.ts';
import { AccessForm } from './AccessForm.tsx';
import './access-dialog.css';

const lockedById = 'access-locked-by';

interface AccessDialogProps {
  /** After a right code. */
  onOpen: () => void;
  /** After the dialog is closed without a code. */
  onCancel: () => void;
  /** Whether the card of the running request is on this page anyway. */
  showsCard?: boolean;
}

/** The access-code dialog (S2.31). What was typed is gone when it closes. */
export function AccessDialog({ onOpen, onCancel, showsCard = false }: AccessDialogProps) {
  const state = useStore(lock.store);
  const input = useRef<HTMLInputElement>(null);
  const asked = state.state === 'locked' && state.asked;

  const tryCode = async () => {
    if (await lock.tryCode(() => input.current?.value ?? '')) onOpen();
  };
  const cancel = () => {
    lock.lock();
    onCancel();
  };
  const kept = asked && !showsCard ? running.kept() : undefined;

  return (
    <Dialog
      open={asked}
      title="Dealer Portal"
      material="night"
      size="note"
      closeLabel="Close the Dealer Portal"
      firstFocus={input}
      onClose={cancel}
    >
      {asked && (
        <div className="access">
          <Alert tone={state.by === 'failed request' ? 'stop' : 'note'} shown={state.by !== undefined}>
            <p id={lockedById}>{state.by && lockedByTexts[state.by]}</p>
          </Alert>
          {/* The alert comes together with its region, which a screen reader may leave unsaid. */}
          <Spoken text={state.by ? lockedByTexts[state.by] : ''} />
          <Alert tone="note" shown={kept !== undefined}>
            <p>
              You sent request {kept && referenceOf(kept.id)} from this tab.{' '}
              <a href={pages.portal}>Show how it stands</a>
            </p>
          </Alert>
          <p className="access-note">For authorized dealers only.</p>
          <AccessForm
            input={input}
            describedBy={state.by && lockedById}
            trying={state.trying}
            onTry={tryCode}
            onCancel={cancel}
          />
          <div className="access-else">
            <h3>No code, or no time?</h3>
            <p>Call and say which store you are. Not registered yet? Your code comes after the dealer intake.</p>
            <div className="access-ways">
              <CallLink />
              <LinkButton href={pages['dealer-intake']}>Fill in the dealer intake</LinkButton>
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}
