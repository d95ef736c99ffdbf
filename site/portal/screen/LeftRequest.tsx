import { useStore } from '#client/lib/store.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { pages } from '#contract/pages.ts';
import { portalTexts } from '#contract/portal.ts';
import { DialogLine } from '../CallLink.tsx';
import { press, running } from '../portal.ts';
import { RequestedPanel } from './RequestedPanel.tsx';
import './panels.css';

/** Tells what became of a request whose portal was left while it was being sent, on whichever page the person is (S4.8). */
export function LeftRequest({ elsewhere = false }: { elsewhere?: boolean }) {
  const { state } = useStore(press.left);
  return (
    <Dialog
      open={state !== 'none'}
      title={state === 'failed' ? portalTexts.textAgent : portalTexts.agentRequested}
      material="night"
      size="note"
      closeLabel="Close"
      onClose={press.read}
    >
      {state === 'sent' && (
        <RequestedPanel
          onClose={press.read}
          more={
            elsewhere &&
            running.kept() && (
              <LinkButton href={pages.portal} onClick={press.read}>
                Show how it stands
              </LinkButton>
            )
          }
        />
      )}
      <div className={state === 'failed' ? 'left-request' : undefined}>
        <Alert tone="stop" shown={state === 'failed'}>
          <p>{portalTexts.sendFailed}</p>
        </Alert>
      </div>
      {state === 'failed' && (
        <div className="dialog-end">
          {elsewhere && (
            <LinkButton look="primary" href={pages.portal} onClick={press.read}>
              Dealer Portal
            </LinkButton>
          )}
          <Button onClick={press.read}>{portalTexts.close}</Button>
        </div>
      )}
      {state !== 'none' && <DialogLine />}
    </Dialog>
  );
}
