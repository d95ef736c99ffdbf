import { useRef, useSyncExternalStore } from 'react';
import { brand } from '#brand/brand.ts';
import { useFocusKept } from '#client/lib/focus.ts';
import { Button } from '#client/ui/Button.tsx';
import { pages } from '#contract/pages.ts';
import { isOver } from '#contract/request-state.ts';
import { CallLink } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import { LiveCard } from '../request/LiveCard.tsx';
import { PortalBar } from '../screen/PortalBar.tsx';
import type { PortalState } from '../state.ts';
import { outOfSightText } from './out-of-sight.ts';

function textOf({ request, beside }: Pick<Requests, 'request' | 'beside'>): string {
  if (request.status === 'none') {
    return 'Request an agent, get AnyDesk, send the intake: with the access code of your store.';
  }
  // A request that is still loading may have ended long ago.
  const running = [...beside, ...(request.status === 'known' ? [request.view] : [])].filter((view) => !isOver(view));
  const goesOn = running.length > 1 ? 'Your requests go on. ' : 'Your request goes on. ';
  return `${running.length > 0 ? goesOn : ''}The rest opens with the access code of your store.`;
}

type Requests = Pick<PortalState, 'request' | 'beside' | 'outOfSight'>;

const never = () => () => undefined;

/** The locked portal. Without script it shows the telephone and how to get a code. */
export function LockedScreen({ request, beside, outOfSight }: Requests) {
  const script = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const body = useRef<HTMLDivElement>(null);
  useFocusKept(body);
  return (
    <div className="portal night">
      <PortalBar />
      <div ref={body} className="frame portal-body">
        {request.status !== 'none' && (
          <LiveCard
            request={request}
            beside={beside}
            onShow={portal.showRequest}
            onAnydesk={portal.giveAnydesk}
            onCancel={portal.cancelRequest}
            onTakeBack={portal.takeBackCancel}
            onDismiss={portal.dismissRequest}
          />
        )}
        <section className="locked-portal" aria-labelledby="locked-title">
          <h2 id="locked-title">{request.status === 'none' ? 'For authorized dealers' : 'The portal is locked'}</h2>
          {outOfSight.map((lost) => (
            <p key={lost.id} className="locked-goes-on">
              {outOfSightText(lost)}
            </p>
          ))}
          <p>{textOf({ request, beside })}</p>
          <noscript>
            <p>The portal itself needs JavaScript. The telephone does not.</p>
          </noscript>
          <div className="locked-ways">
            {script ? (
              <Button look="primary" onClick={portal.openAccessForm}>
                Enter access code
              </Button>
            ) : (
              <CallLink look="primary" />
            )}
          </div>
          <p className="locked-else">
            No code? Call {brand.directLine}, or <a href={pages['dealer-intake']}>fill in the dealer intake</a>; your
            code comes after that.
          </p>
        </section>
      </div>
    </div>
  );
}
