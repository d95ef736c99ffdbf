import { useRef } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { Button } from '#client/ui/Button.tsx';
import { pressWhen } from '#client/ui/use-settled.ts';
import type { RequestType } from '#contract/agent-request.ts';
import { CallLink } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import { requestTypeWords } from '../request/card.ts';
import { liveHeadingId } from '../request/LiveCard.tsx';
import { useSettledIn } from '../use-heights.ts';

/** Shown for a request that another function received. That function reports nothing later, so the card never changes. */
export interface HandedOver {
  readonly atMs: number;
  readonly dealershipName: string;
  readonly requestType: RequestType;
}

const minuteMs = 60_000;

export function HandedOverCard({ handedOver, onDismiss }: { handedOver: HandedOver; onDismiss: () => void }) {
  const { atMs, dealershipName, requestType } = handedOver;
  const nowMs = useNow(portal.clock, true, minuteMs);
  const section = useRef<HTMLElement>(null);
  // The card comes where “Got It” was pressed.
  const settled = useSettledIn(section, atMs);
  return (
    <section ref={section} className="live" data-mood="waiting" aria-labelledby={liveHeadingId}>
      <div className="live-head">
        <div>
          <h2 id={liveHeadingId} tabIndex={-1}>
            Your request was taken at {timeOfDay(atMs, nowMs)}
          </h2>
          <p className="live-words">
            This page cannot see what becomes of it. If nobody has called within a minute, call the desk.
          </p>
        </div>
        <div className="live-call">
          <CallLink look="primary" />
        </div>
      </div>
      <div className="wrapped live-end">
        <p className="numerals">
          {requestTypeWords[requestType]} · {dealershipName}
        </p>
        <Button {...pressWhen(settled, onDismiss)}>Dismiss</Button>
      </div>
    </section>
  );
}
