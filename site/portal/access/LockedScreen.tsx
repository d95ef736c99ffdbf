import { useEffect, useRef, useSyncExternalStore } from 'react';
import { brand } from '#brand/brand.ts';
import { giveFocus } from '#client/lib/focus.ts';
import { useHeadingFocus } from '#client/lib/heading-focus.ts';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { pages } from '#contract/pages.ts';
import { CallLink } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import { LiveCard } from '../request/LiveCard.tsx';
import { PortalBar } from '../screen/PortalBar.tsx';
import type { LockedPortal } from '../state.ts';
import { lockReasonTexts } from './check-code.ts';
import { lockedText } from './locked-text.ts';
import { outOfSightText } from './out-of-sight.ts';

const never = () => () => undefined;

/** The locked portal. Without script it shows the telephone and how to get a code. */
export function LockedScreen({ request, beside, outOfSight, form: { reason } }: LockedPortal) {
  const text = lockedText({ request, beside }, reason);
  const script = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const body = useRef<HTMLDivElement>(null);
  useHeadingFocus(body);
  useEffect(() => {
    // What had the focus went with the open portal, and the access form does not take it while it stays closed (WCAG 2.4.3).
    const heading = document.activeElement === document.body && body.current?.querySelector('h2');
    if (reason && heading) giveFocus(heading);
  }, [reason]);
  return (
    <div className="portal night">
      <PortalBar />
      <div ref={body} className="frame portal-body">
        {request.status !== 'none' && <LiveCard request={request} beside={beside} onDismiss={portal.dismissRequest} />}
        <section className="locked-portal" aria-labelledby="locked-title">
          <h2 id="locked-title">{request.status === 'none' ? 'For authorized dealers' : 'The portal is locked'}</h2>
          {outOfSight.map((lost) => (
            <p key={lost.id} className="locked-goes-on">
              {outOfSightText(lost)}
            </p>
          ))}
          <p>{text}</p>
          <Spoken text={reason ? lockReasonTexts[reason] : ''} />
          <noscript>
            <p>The portal needs JavaScript. The telephone does not.</p>
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
            No code? Call {brand.directLine}, or <a href={pages['dealer-intake']}>fill in the dealer intake</a>.
          </p>
        </section>
      </div>
    </div>
  );
}
