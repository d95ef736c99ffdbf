import { useCallback, useEffect, useRef, useState } from 'react';
import { useFocusKept } from '#client/lib/focus.ts';
import { useStore } from '#client/lib/store.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { isOver } from '#contract/agent-request.ts';
import type { Session } from '#contract/portal.ts';
import { DialogLine } from '../CallLink.tsx';
import { clock, foreignFunction, lock, running } from '../portal.ts';
import type { Asked } from '../request/ask-agent.ts';
import { LiveCard, liveHeadingId } from '../request/LiveCard.tsx';
import { DownloadPanel, InstallPanel } from './AnydeskPanels.tsx';
import { CallPanel } from './CallPanel.tsx';
import { ChoosePanel } from './ChoosePanel.tsx';
import { type HandedOver, HandedOverCard } from './HandedOverCard.tsx';
import { PortalBar } from './PortalBar.tsx';
import { type Panel, panelTitles } from './panels.ts';
import { RequestedPanel } from './RequestedPanel.tsx';
import { Squares } from './Squares.tsx';
import { emptyDraft, TextPanel } from './TextPanel.tsx';
import { useTextRequest } from './useTextRequest.ts';
import './panels.css';

/** The open portal. What is typed in it lives as long as it is open. */
export function PortalScreen({ session }: { session: Session }) {
  const [panel, setPanel] = useState<Panel>({ panel: 'none' });
  const [draft, setDraft] = useState(emptyDraft);
  const [handedOver, setHandedOver] = useState<HandedOver>();
  const request = useStore(running.store);
  const body = useRef<HTMLDivElement>(null);
  useFocusKept(body);
  const close = useCallback(() => setPanel({ panel: 'none' }), []);
  // The card comes when Agent Requested! was read, not under it.
  const card = panel.panel !== 'requested' && request.state !== 'none' ? request : undefined;

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void lock.refresh();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const openRequest = () => {
    setPanel({ panel: 'choose' });
    // Whether Text Agent is on may have changed since the code was entered.
    void lock.refresh();
  };

  const sent = ({ dealership, requestType }: Asked) => {
    setDraft(emptyDraft);
    if (foreignFunction()) setHandedOver({ atMs: clock.now(), dealershipName: dealership.name, requestType });
    else running.asked(session.token);
    setPanel({ panel: 'requested' });
  };

  const openText = () => setPanel({ panel: 'text' });
  const { text, send, miss, begin } = useTextRequest({ session, onSent: sent, onFailed: openText });

  const gotIt = () => {
    close();
    // After the dialog has given the focus back.
    requestAnimationFrame(() => {
      document.getElementById(liveHeadingId)?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    });
  };

  const putAway = (dismiss: () => void) => {
    dismiss();
    scrollTo({ top: 0 });
  };

  const closePanel = panel.panel === 'requested' ? gotIt : close;

  return (
    <div className="portal night">
      <PortalBar dealership={session.dealership?.name} />
      <div ref={body} className="frame portal-body">
        {card && (
          <LiveCard
            running={card}
            onAnydesk={running.giveAnydesk}
            onCancel={running.cancel}
            onTakeBack={running.takeBack}
            onDismiss={() => putAway(running.dismiss)}
          />
        )}
        {!card && handedOver && panel.panel !== 'requested' && (
          <HandedOverCard handedOver={handedOver} onDismiss={() => putAway(() => setHandedOver(undefined))} />
        )}
        <Squares
          textAgent={session.textAgent}
          running={card !== undefined || handedOver !== undefined}
          onRequest={openRequest}
          onDownload={() => setPanel({ panel: 'download' })}
        />
      </div>
      <Dialog
        open={panel.panel !== 'none'}
        title={panelTitles[panel.panel]}
        material="night"
        size="note"
        closeLabel="Close"
        onClose={closePanel}
      >
        {panel.panel === 'choose' && (
          <ChoosePanel
            textAgent={session.textAgent}
            running={request.state === 'known' && !isOver(request.view)}
            onText={() => {
              begin();
              openText();
            }}
            onCall={() => setPanel({ panel: 'call' })}
          />
        )}
        {panel.panel === 'call' && <CallPanel dealership={session.dealership?.name} onClose={close} />}
        {panel.panel === 'text' && (
          <TextPanel
            dealerships={session.dealerships}
            own={session.dealership}
            draft={draft}
            onDraft={setDraft}
            text={text}
            onSend={(asked) => void send(asked)}
            onMissing={miss}
            onChosen={begin}
            onCancel={close}
          />
        )}
        {panel.panel === 'requested' && <RequestedPanel onClose={gotIt} />}
        {panel.panel === 'download' && <DownloadPanel onChosen={(system) => setPanel({ panel: 'install', system })} />}
        {panel.panel === 'install' && <InstallPanel system={panel.system} onClose={close} />}
        {!['choose', 'call', 'none'].includes(panel.panel) && <DialogLine />}
      </Dialog>
    </div>
  );
}
