import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import type { LeadEvent, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { leadStatuses } from '#contract/desk/leads.ts';
import { focusLate } from '../lib/late-focus.ts';
import { actorText, eventText } from './words.ts';

interface ChangedProps {
  /** What the person wanted to do, to be read after `You wanted to`. */
  what: string;
  /** What happened since they read the lead, the oldest first. */
  events: readonly LeadEvent[];
  nowMs: number;
  /** The newest version of the lead that was to be joined, when that lead changed. */
  other?: SimilarLead | undefined;
  /** Whether the press can still do something. */
  canDoIt: boolean;
  busy: boolean;
  onDoIt: () => void;
  onLeave: () => void;
}

/** Shown when somebody else, or the dealer, changed the lead while it was open. The person sees what changed, and decides. */
export function Changed({ what, events, nowMs, other, canDoIt, busy, onDoIt, onLeave }: ChangedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusLate(heading.current), []);
  return (
    <section className="lead-changed" aria-labelledby="changed">
      <h2 id="changed" ref={heading} tabIndex={-1}>
        {other && events.length === 0 ? 'The other lead' : 'This lead'} changed while you read it
      </h2>
      <ul>
        {other && (
          <li>
            {other.reference}, which you wanted to join, was changed: {other.name},{' '}
            {leadStatuses[other.status].toLowerCase()}.
          </li>
        )}
        {events.length === 0 && !other && <li>It was changed and changed back.</li>}
        {events.map((event) => (
          <li key={event.key}>
            {actorText(event) !== null && <strong>{actorText(event)}: </strong>}
            {eventText(event, nowMs)}
          </li>
        ))}
      </ul>
      <p>
        You wanted to {what}. Nothing of that is stored{canDoIt ? ' yet' : ', and it is not possible any more'}.
      </p>
      <div className="row-of-buttons">
        {canDoIt && (
          <Button aria-disabled={busy || undefined} onClick={() => busy || onDoIt()}>
            Do it anyway
          </Button>
        )}
        <Button look="quiet" onClick={onLeave}>
          {canDoIt ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </section>
  );
}
