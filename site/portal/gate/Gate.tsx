import { useRef, useSyncExternalStore } from 'react';
import { brand } from '#brand/brand.ts';
import { useFocusKept } from '#client/lib/focus.ts';
import { Button } from '#client/ui/Button.tsx';
import { isOver } from '#contract/agent-request.ts';
import { pages } from '#contract/pages.ts';
import { CallLink } from '../CallLink.tsx';
import { lock, running } from '../portal.ts';
import { LiveCard } from '../request/LiveCard.tsx';
import type { Running } from '../request/running.ts';
import { PortalBar } from '../screen/PortalBar.tsx';

function wordsOf(request: Running): string {
  if (request.state === 'none') {
    return 'Request an agent, get AnyDesk, send the intake: with the access code of your store.';
  }
  // One that was not heard of yet may have ended long ago.
  const goesOn = request.state === 'known' && !isOver(request.view);
  return `${goesOn ? 'Your request goes on. ' : ''}The rest opens with the access code of your store.`;
}

const never = () => () => undefined;

/** The portal while it is locked. Without script it is the telephone and the way to a code. */
export function Gate({ request }: { request: Running }) {
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
        {request.state !== 'none' && (
          <LiveCard
            running={request}
            onAnydesk={running.giveAnydesk}
            onCancel={running.cancel}
            onTakeBack={running.takeBack}
            onDismiss={running.dismiss}
          />
        )}
        <section className="gate" aria-labelledby="gate-title">
          <h2 id="gate-title">{request.state === 'none' ? 'For authorized dealers' : 'The portal is locked'}</h2>
          <p>{wordsOf(request)}</p>
          <noscript>
            <p>The portal itself needs JavaScript. The telephone does not.</p>
          </noscript>
          <div className="gate-ways">
            {script ? (
              <Button look="primary" onClick={lock.ask}>
                Enter access code
              </Button>
            ) : (
              <CallLink look="primary" />
            )}
          </div>
          <p className="gate-else">
            No code? Call {brand.directLine}, or <a href={pages['dealer-intake']}>fill in the dealer intake</a>; your
            code comes after that.
          </p>
        </section>
      </div>
    </div>
  );
}
