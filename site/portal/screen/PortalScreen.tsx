import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHeadingFocus } from '#client/lib/heading-focus.ts';
import { listen } from '#client/lib/listen.ts';
import { useStore } from '#client/lib/store.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import type { AnydeskSystem } from '#contract/anydesk.ts';
import { portalTexts } from '#contract/portal.ts';
import { cancelPendingLoad } from '../../navigation/pending-load.ts';
import { DialogLine } from '../CallLink.tsx';
import { foreignFunction, portal } from '../portal.ts';
import { running } from '../request/beside.ts';
import type { AgentRequestInput } from '../request/create-request.ts';
import { LiveCard, liveHeadingId } from '../request/LiveCard.tsx';
import { emptyDraft, type OpenPortal } from '../state.ts';
import { DownloadPanel, InstallPanel } from './AnydeskPanels.tsx';
import { CallPanel } from './CallPanel.tsx';
import { ChoosePanel } from './ChoosePanel.tsx';
import { type HandedOver, HandedOverCard } from './HandedOverCard.tsx';
import { lostText } from './lost-text.ts';
import { PortalActions } from './PortalActions.tsx';
import { PortalBar } from './PortalBar.tsx';
import { RequestedNews } from './RequestedNews.tsx';
import { RequestedPanel } from './RequestedPanel.tsx';
import { TextPanel } from './TextPanel.tsx';
import { useTextRequest } from './useTextRequest.ts';
import './panels.css';

export { createRequestSender } from '../request/create-request.ts';

type Panel =
  | { readonly panel: 'none' | 'choose' | 'call' | 'text' | 'requested' | 'download' }
  | { readonly panel: 'install'; readonly system: AnydeskSystem };

const panelTitles: Record<Panel['panel'], string> = {
  none: '',
  choose: portalTexts.requestAnAgent,
  call: portalTexts.callAgent,
  text: portalTexts.textAgent,
  requested: portalTexts.agentRequested,
  download: portalTexts.downloadAnydesk,
  install: 'Install AnyDesk',
};

/** The open portal. What is typed in it is kept until the person locks it. */
export function PortalScreen({ session, request, beside, outOfSight }: Omit<OpenPortal, 'status' | 'leftRequest'>) {
  const [panel, setPanel] = useState<Panel>({ panel: 'none' });
  const draft = useStore(portal.draft);
  const [handedOver, setHandedOver] = useState<HandedOver>();
  const isForeign = foreignFunction() !== undefined;
  const body = useRef<HTMLDivElement>(null);
  useHeadingFocus(body);
  const close = useCallback(() => setPanel({ panel: 'none' }), []);
  // A card appears once the dialog “Agent Requested!” is closed, not behind it.
  const isRequestedOpen = panel.panel === 'requested';
  const card = !isRequestedOpen && request.status !== 'none' ? request : undefined;
  const handed = isRequestedOpen ? undefined : handedOver;
  /** Whether “Agent Requested!” is open. If the screen goes then, another dialog says it, on whatever page comes next. */
  const isUnread = useRef(false);
  useLayoutEffect(() => () => void (isUnread.current && portal.tellSent()), []);

  useEffect(() => listen(document, { visibilitychange: () => void (document.hidden || portal.refreshSession()) }), []);

  const openRequest = () => {
    setPanel({ panel: 'choose' });
    // Whether Text Agent is on may have changed since the code was entered.
    void portal.refreshSession();
  };

  const sent = ({ dealership, requestType }: AgentRequestInput) => {
    portal.draft.set(emptyDraft);
    if (isForeign) {
      setHandedOver({ atMs: portal.clock.now(), dealershipName: dealership.name, requestType });
    } else portal.showNewRequest();
    isUnread.current = true;
    setPanel({ panel: 'requested' });
  };

  const openText = () => setPanel({ panel: 'text' });
  // What comes by itself is not taken away by a page that was asked for before.
  const failed = () => {
    cancelPendingLoad();
    openText();
    // Text Agent may have been switched off meanwhile.
    void portal.refreshSession();
  };
  const arrived = (input: AgentRequestInput) => {
    cancelPendingLoad();
    if (panel.panel === 'text') sent(input);
    else portal.draft.set(emptyDraft);
  };
  const { form, send, miss, reset } = useTextRequest({ onSent: sent, onFailed: failed, onArrived: arrived });

  const gotIt = () => {
    isUnread.current = false;
    close();
    // Runs after the dialog has returned the focus.
    requestAnimationFrame(() => {
      document.getElementById(liveHeadingId)?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    });
  };

  const dismissCard = (dismiss: () => void) => {
    dismiss();
    scrollTo({ top: 0 });
  };

  const closePanel = isRequestedOpen ? gotIt : close;

  return (
    <div className="portal night">
      <PortalBar dealership={session.dealership?.name} />
      <div ref={body} className="frame portal-body">
        {outOfSight.map((lost) => (
          <div key={lost.id} className="portal-lost">
            <p>{lostText(lost)}</p>
            <Spoken text={lost.isNotFound ? lostText(lost) : ''} />
          </div>
        ))}
        {card && <LiveCard request={card} beside={beside} onDismiss={() => dismissCard(portal.dismissRequest)} />}
        {!card && handed && (
          <HandedOverCard handedOver={handed} onDismiss={() => dismissCard(() => setHandedOver(undefined))} />
        )}
        <PortalActions
          textAgent={session.textAgent}
          isForeign={isForeign}
          hasRequest={card !== undefined || handed !== undefined}
          isFree={card?.status === 'known' && ['done', 'cancelled'].includes(card.view.state)}
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
            isEmpty={session.staffed === false && !isForeign}
            isForeign={isForeign}
            hasActiveRequest={running(request.status === 'known' ? [request.view, ...beside] : beside).length > 0}
            onText={() => {
              portal.askBeside();
              reset();
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
            isForeign={isForeign}
            isOff={!session.textAgent}
            draft={draft}
            onDraft={portal.draft.set}
            form={form}
            onSend={(input) => void send(input)}
            onMissing={miss}
            onChosen={reset}
            onCancel={close}
          />
        )}
        {isRequestedOpen && isForeign && <RequestedPanel onClose={gotIt} />}
        {isRequestedOpen && !isForeign && (
          <RequestedNews request={request}>
            <RequestedPanel onClose={gotIt} />
          </RequestedNews>
        )}
        {panel.panel === 'download' && <DownloadPanel onChosen={(system) => setPanel({ panel: 'install', system })} />}
        {panel.panel === 'install' && <InstallPanel system={panel.system} onClose={close} />}
        {!['choose', 'call', 'none', ...(isForeign ? [] : ['requested'])].includes(panel.panel) && <DialogLine />}
      </Dialog>
    </div>
  );
}
