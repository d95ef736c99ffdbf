import { useStore } from '#client/lib/store.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { pressWhen, useSettled } from '#client/ui/use-settled.ts';
import { pages } from '#contract/pages.ts';
import { portalTexts } from '#contract/portal.ts';
import { DialogLine } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import { RequestedPanel } from './RequestedPanel.tsx';
import './panels.css';

/** Tells, on any page, the result of a request when the portal was left before the result came (S4.8). */
export function LeftRequest({ elsewhere = false }: { elsewhere?: boolean }) {
  const { leftRequest } = useStore(portal.store);
  const close = portal.dismissLeftRequest;
  // It comes over any page, under whatever thumb is on it.
  const press = pressWhen(useSettled(leftRequest), close);
  return (
    <Dialog
      open={leftRequest !== 'none'}
      title={leftRequest === 'failed' ? portalTexts.textAgent : portalTexts.agentRequested}
      material="night"
      size="note"
      closeLabel="Close"
      onClose={close}
    >
      {leftRequest === 'sent' && (
        <RequestedPanel
          onClose={close}
          more={
            elsewhere &&
            portal.viewToken() && (
              <LinkButton href={pages.portal} {...press}>
                See your request
              </LinkButton>
            )
          }
        />
      )}
      <div className={leftRequest === 'failed' ? 'left-request' : undefined}>
        <Alert tone="stop" shown={leftRequest === 'failed'}>
          <p className="send-failed">{portalTexts.sendFailed}</p>
        </Alert>
      </div>
      {leftRequest === 'failed' && (
        <div className="dialog-end">
          {elsewhere && (
            <LinkButton look="primary" href={pages.portal} {...press}>
              Dealer Portal
            </LinkButton>
          )}
          <Button {...press}>{portalTexts.close}</Button>
        </div>
      )}
      {leftRequest !== 'none' && <DialogLine />}
    </Dialog>
  );
}
