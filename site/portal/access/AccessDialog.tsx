import { useRef } from 'react';
import { useStore } from '#client/lib/store.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { pages } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { CallLink } from '../CallLink.tsx';
import { loadPortalScreen } from '../load.ts';
import { portal } from '../portal.ts';
import { AccessForm } from './AccessForm.tsx';
import { lockReasonTexts } from './check-code.ts';
import { outOfSightText } from './out-of-sight.ts';
import './access-dialog.css';

const reasonId = 'access-lock-reason';

interface AccessDialogProps {
  /** Called after a right code. */
  onOpen?: () => void;
  /** Called when the dialog is closed without a right code. */
  onCancel?: () => void;
  /** Whether the page shows the card of the current request itself. */
  showsCard?: boolean;
}

/** The access-code dialog (S2.31). It forgets what was typed when it closes. */
export function AccessDialog({ onOpen, onCancel, showsCard = false }: AccessDialogProps) {
  const state = useStore(portal.store);
  const input = useRef<HTMLInputElement>(null);
  const form = state.status === 'locked' && state.form.status !== 'closed' ? state.form : undefined;
  const reason = form?.reason;
  const reasonText = reason ? [lockReasonTexts[reason], ...state.outOfSight.map(outOfSightText)].join(' ') : '';
  const viewToken = form && !showsCard ? portal.viewToken() : undefined;

  const submit = async () => {
    if (await portal.submitCode(() => input.current?.value ?? '', loadPortalScreen)) onOpen?.();
  };
  const cancel = () => {
    portal.lock();
    onCancel?.();
  };

  return (
    <Dialog
      open={form !== undefined}
      title="Dealer Portal"
      material="night"
      size="note"
      closeLabel="Close the Dealer Portal"
      firstFocus={input}
      onClose={cancel}
    >
      {form && (
        <div className="access">
          <Alert tone={reason === 'failed request' ? 'stop' : 'note'} shown={reason !== undefined}>
            <p id={reasonId}>{reasonText}</p>
          </Alert>
          {/* The alert appears together with its live region. Screen readers may not announce such a region. */}
          <Spoken text={reasonText} />
          <Alert tone="note" shown={viewToken !== undefined}>
            <p>
              This tab follows request {viewToken && referenceOf(viewToken.id)}.{' '}
              <a href={pages.portal}>See your request</a>
            </p>
          </Alert>
          <p className="access-note">
            For authorized dealers only. Using a code, you agree to our{' '}
            <a href={pages.terms} target="_blank" rel="noopener">
              Terms
            </a>
            .
          </p>
          <AccessForm
            input={input}
            describedBy={reason && reasonId}
            form={form}
            onIntent={portal.prepare}
            onSubmit={submit}
            onCancel={cancel}
          />
          <div className="access-else">
            <h3>No code, or no time?</h3>
            <p>Call and say which store you are. Your code comes after the dealer intake.</p>
            <div className="buttons">
              <CallLink />
              <LinkButton href={pages['dealer-intake']}>Fill in the dealer intake</LinkButton>
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}
