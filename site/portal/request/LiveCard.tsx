import { useEffect } from 'react';
import { timeOfDay, useNow } from '#client/lib/clock.ts';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { useSettled } from '#client/ui/use-settled.ts';
import type { RequestView } from '#contract/agent-request.ts';
import { isOver } from '#contract/agent-request.ts';
import { CallLink } from '../CallLink.tsx';
import { clock } from '../portal.ts';
import { AnydeskField } from './AnydeskField.tsx';
import { CancelRequest, TakeBack } from './CancelRequest.tsx';
import { type Card, cardOf, requestTypeWords, spanOnClock } from './card.ts';
import type { Hearing } from './follow.ts';
import type { Change, Running } from './running.ts';
import './live-card.css';

export const liveHeadingId = 'live-heading';

interface LiveCardProps {
  running: Exclude<Running, { state: 'none' }>;
  onAnydesk: (address: string) => Promise<Change>;
  onCancel: () => Promise<Change>;
  onTakeBack: () => Promise<Change>;
  onDismiss: () => void;
}

const hearingWords: Record<Hearing, string> = {
  live: 'Live: changes show at once',
  asking: 'Asking the desk every few seconds',
  'cut off': 'No connection to the desk. What stands here may be old; this page keeps trying.',
};

function Steps({ steps }: Pick<Card, 'steps'>) {
  return (
    <ol className="live-steps">
      {steps.map(({ key, label, standing, at, words }) => (
        <li key={key} data-standing={standing}>
          <span className="live-step">{label}</span>
          {at === null ? <span>{words}</span> : <time dateTime={at}>{timeOfDay(at)}</time>}
        </li>
      ))}
    </ol>
  );
}

/** How the page hears of changes. When it does not, that stands above what may be old. */
function HearingLine({ hearing }: { hearing: Hearing }) {
  return (
    <p className="live-hearing" data-hearing={hearing}>
      {hearingWords[hearing]}
    </p>
  );
}

/** How long the person has waited; a clock stands still when there is nothing to wait for. */
function Waited({ view, nowMs }: { view: RequestView; nowMs: number }) {
  if (view.acceptedAt !== null || view.closing !== null || isOver(view)) return null;
  return (
    <p className="live-clock">
      <span className="visually-hidden">Waiting for </span>
      {spanOnClock(nowMs - Date.parse(view.createdAt))}
    </p>
  );
}

/** Says how it stands in the tab's name, for whoever works in another tab meanwhile. */
function useTitle(headline: string): void {
  useEffect(() => {
    const before = document.title;
    const title = `${headline} | Dealer Portal`;
    document.title = title;
    return () => {
      // On the way to another page the title is that page's already.
      if (document.title === title) document.title = before;
    };
  }, [headline]);
}

function Known(props: LiveCardProps & { running: { state: 'known' } }) {
  const { running, onAnydesk, onCancel, onTakeBack, onDismiss } = props;
  const { view, hearing } = running;
  const over = isOver(view);
  const nowMs = useNow(clock, !over);
  const { mood, headline, words, steps } = cardOf(view, nowMs);
  useTitle(headline);
  const closing = over ? null : view.closing;
  const open = !over && closing === null;
  const settled = useSettled(`${over} ${closing?.as}`);
  const cutOff = hearing === 'cut off' && !over;
  return (
    <section className="live" data-mood={mood} aria-labelledby={liveHeadingId}>
      <div className="live-head">
        <div>
          <h2 id={liveHeadingId} tabIndex={-1}>
            {headline}
          </h2>
          <p className="live-words">{words}</p>
        </div>
        <Waited view={view} nowMs={nowMs} />
        {(mood === 'call' || closing?.as === 'done') && (
          <div className="live-call">
            <CallLink look={mood === 'call' ? 'primary' : 'plain'} />
          </div>
        )}
      </div>
      {closing?.as === 'cancelled' && (
        <TakeBack leftMs={Date.parse(closing.endsAt) - nowMs} settled={settled} onTakeBack={onTakeBack} />
      )}
      <Spoken text={`${headline}. ${words} ${cutOff ? hearingWords['cut off'] : ''}`} />
      {cutOff && <HearingLine hearing={hearing} />}
      <Steps steps={steps} />
      {open && <AnydeskField given={view.anydesk} agent={view.acceptedBy} onGive={onAnydesk} />}
      <div className="live-end">
        <p className="live-about">
          {view.reference} · {requestTypeWords[view.requestType]} · {view.dealershipName}
          {view.callbackName !== null && ` · for ${view.callbackName}`}
        </p>
        {!over && !cutOff && <HearingLine hearing={hearing} />}
        {over && (
          <Button onClick={() => settled && onDismiss()} aria-disabled={!settled || undefined}>
            Put this away
          </Button>
        )}
        {open && <CancelRequest settled={settled} onCancel={onCancel} />}
      </div>
    </section>
  );
}

/** The running request, first on the portal: what has happened, when, and what to do meanwhile (R24). */
export function LiveCard(props: LiveCardProps) {
  const { running } = props;
  if (running.state === 'known') return <Known {...props} running={running} />;
  const asked = running.hearing === 'cut off' ? hearingWords['cut off'] : 'Asking how it stands…';
  return (
    <section className="live" data-mood="waiting" aria-labelledby={liveHeadingId}>
      <div className="live-head">
        <div>
          <h2 id={liveHeadingId} tabIndex={-1}>
            Your request
          </h2>
          <p className="live-words">{asked}</p>
          <Spoken text={asked} />
        </div>
      </div>
    </section>
  );
}
