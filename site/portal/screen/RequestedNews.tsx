import type { ReactNode } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { isOver } from '#contract/request-state.ts';
import { CallLink, DialogLine } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import { cardOf } from '../request/card.ts';
import { connectionTexts, useTitle } from '../request/LiveCard.tsx';
import type { CurrentRequest } from '../state.ts';

function Title({ headline }: { headline: string }) {
  useTitle(headline);
  return null;
}

/**
 * The state of the request, in the dialog that says that it was sent. The card is shown once that dialog is closed, because nothing
 * behind a dialog can be read out or pressed. The status element is there, empty, before the state is known, so that its words are
 * announced.
 *
 * @param children what the dialog has below the news, above the line with the number
 */
export function RequestedNews({ request, children }: { request: CurrentRequest; children?: ReactNode }) {
  const view = request.status === 'known' ? request.view : undefined;
  const isRunning = view !== undefined && !isOver(view);
  const nowMs = useNow(portal.clock, isRunning);
  const card = view && cardOf(view, nowMs, { cancelledHere: portal.wasCancelledHere(view.id) });
  const isOffline = isRunning && request.status === 'known' && request.connection === 'offline';
  const isToCall = card?.mood === 'call';
  return (
    <>
      <div className="requested-news">
        <div role="status">
          {card && <p>{card.headline}</p>}
          {isToCall && <p>{card.words}</p>}
          {isOffline && <p>{connectionTexts.offline}</p>}
        </div>
        {card && <Title headline={card.headline} />}
        {isToCall && <CallLink look="primary" />}
      </div>
      {children}
      {!isToCall && <DialogLine />}
    </>
  );
}
