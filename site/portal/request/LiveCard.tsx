import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNow } from '#client/lib/clock.ts';
import { late } from '#client/lib/late.ts';
import { useStore } from '#client/lib/store.ts';
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { Button } from '#client/ui/Button.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { pressWhen } from '#client/ui/use-settled.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { isOver, waitedMs } from '#contract/request-state.ts';
import { untilDone } from '../../forms/sending/backoff.ts';
import { CallLink } from '../CallLink.tsx';
import { portal } from '../portal.ts';
import type { Connection, CurrentRequest } from '../state.ts';
import { useSettledIn } from '../use-heights.ts';
import { type Card, cardOf, requestTypeWords, spanOnClock } from './card.ts';
import './live-card.css';

export const liveHeadingId = 'live-heading';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** A part of the card that is loaded when it is needed, and named in its place while it cannot be. */
const latePart = <Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) =>
  late(load, () => <p>{name} has not come yet. Call.</p>, untilDone);

/** Few people have two requests, so the lines of the others are loaded when there is one. */
const BesideList = latePart(
  'The list of your other requests',
  async () => (await import('./BesideList.tsx')).BesideList,
);

const loadAnydesk = () => import('./AnydeskField.tsx');
const loadCancel = () => import('./CancelRequest.tsx');

/** Loads what the card of a request that runs will need, because the network may be down later. */
export const loadRunningParts = (): void => void Promise.all([loadAnydesk(), loadCancel()]).catch(() => undefined);

const AnydeskField = latePart('The field for AnyDesk', async () => (await loadAnydesk()).AnydeskField);
const CancelRequest = latePart('The button to cancel', async () => (await loadCancel()).CancelRequest);
const TakeBack = latePart('The button to take Cancel back', async () => (await loadCancel()).TakeBack);

interface LiveCardProps {
  request: Exclude<CurrentRequest, { status: 'none' }>;
  /** The requests of the same person that run beside it. */
  beside: readonly RequestView[];
  onDismiss: () => void;
}

export const connectionTexts: Record<Connection, string> = {
  live: 'Live: changes show at once',
  asking: 'Checking…',
  polling: 'Asking the desk every few seconds',
  offline: 'No connection to the desk. This may be out of date; the page keeps trying.',
};

function Steps({ steps, nowMs }: Pick<Card, 'steps'> & { nowMs: number }) {
  return (
    <ol className="numerals live-steps">
      {steps.map(({ key, label, standing, at, words }) => (
        <li key={key} data-standing={standing}>
          <span className="live-step">{label}</span>
          {at === null ? <span>{words}</span> : <time dateTime={at}>{timeOfDay(at, nowMs)}</time>}
        </li>
      ))}
    </ol>
  );
}

/** How changes reach the page. Without a connection it is shown above the data that may be old. */
function ConnectionLine({ connection }: { connection: Connection }) {
  return (
    <p className="live-connection" data-connection={connection}>
      {connectionTexts[connection]}
    </p>
  );
}

/** How long the person has waited since somebody was last asked. Hidden when there is nothing to wait for. */
function Waited({ view, nowMs }: { view: RequestView; nowMs: number }) {
  if (view.acceptedAt !== null || view.closing !== null || isOver(view)) return null;
  return (
    <p className="live-clock">
      <span className="visually-hidden">Waiting for </span>
      {spanOnClock(waitedMs(view, nowMs))}
    </p>
  );
}

/** Shows the state in the tab's title, for people who work in another tab meanwhile. */
export function useTitle(headline: string): void {
  useEffect(() => {
    const before = document.title;
    const title = `${headline} | Dealer Portal`;
    document.title = title;
    return () => {
      // After a change of the page, the title is already that of the new page.
      if (document.title === title) document.title = before;
    };
  }, [headline]);
}

function Known({ request, beside, onDismiss }: LiveCardProps & { request: { status: 'known' } }) {
  const { view, connection } = request;
  const typed = useStore(portal.typedAnydesk)[view.id];
  const over = isOver(view);
  // Once it is over, only the day changes.
  const nowMs = useNow(portal.clock, true, over ? minuteMs : secondMs);
  const { mood, headline, words, steps } = cardOf(view, nowMs, { cancelledHere: portal.wasCancelledHere(view.id) });
  useTitle(headline);
  const closing = over ? null : view.closing;
  const open = !over && closing === null;
  const isOffline = connection === 'offline' && !over;
  const section = useRef<HTMLElement>(null);
  const settled = useSettledIn(section, [view.id, over, closing?.as, mood, isOffline]);
  const fresh = { version: view.version, isOffline, settled };
  const which = beside.length > 0 ? `${view.reference}: ` : '';
  return (
    <section ref={section} className="live" data-mood={mood} aria-labelledby={liveHeadingId}>
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
        <Suspense>
          <TakeBack {...fresh} leftMs={Date.parse(closing.endsAt) - nowMs} onTakeBack={portal.takeBackCancel} />
        </Suspense>
      )}
      <Spoken text={`${which}${headline.replace(/\.?$/, '.')} ${words} ${isOffline ? connectionTexts.offline : ''}`} />
      {isOffline && <ConnectionLine connection={connection} />}
      <Steps steps={steps} nowMs={nowMs} />
      {open && view.words !== null && (
        <>
          <dl className="live-pair">
            <div>
              <dt>{view.acceptedBy ?? 'The finance manager'} says first</dt>
              <dd translate="no">{view.words[0]}</dd>
            </div>
            <div>
              <dt>You answer</dt>
              <dd translate="no">{view.words[1]}</dd>
            </div>
          </dl>
          <p>Let nobody in who says another word.</p>
        </>
      )}
      {open && (
        <Suspense>
          <AnydeskField
            key={view.id}
            given={view.anydesk}
            agent={view.acceptedBy}
            typed={typed}
            settled={settled}
            onType={(next) => portal.typeAnydesk(view.id, next)}
            onGive={portal.giveAnydesk}
          />
        </Suspense>
      )}
      <div className="wrapped live-end">
        <p className="numerals">
          {view.reference} · {requestTypeWords[view.requestType]} · {view.dealershipName}
          {view.callbackName !== null && ` · for ${view.callbackName}`}
        </p>
        {!over && !isOffline && <ConnectionLine connection={connection} />}
        {over && <Button {...pressWhen(settled, onDismiss)}>Dismiss</Button>}
        {open && (
          <Suspense>
            <CancelRequest key={view.id} {...fresh} onCancel={portal.cancelRequest} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** Shown until the server has told the state of the request. */
function Loading({ request: { connection } }: { request: { connection: Connection } }) {
  const text = connectionTexts[connection === 'offline' ? connection : 'asking'];
  return (
    <section className="live" data-mood="waiting" aria-labelledby={liveHeadingId}>
      <div className="live-head">
        <div>
          <h2 id={liveHeadingId} tabIndex={-1}>
            Your request
          </h2>
          <p className="live-words">{text}</p>
          <Spoken text={text} />
        </div>
      </div>
    </section>
  );
}

/** The card of the current request: what has happened, when, and what to do next (R24). The other requests are listed above it. */
export function LiveCard(props: LiveCardProps) {
  const { request, beside } = props;
  const show = (id: string) => {
    flushSync(() => portal.showRequest(id));
    // The pressed button is gone. The heading tells the state of the request that is on the card now.
    document.getElementById(liveHeadingId)?.focus();
  };
  return (
    <>
      {beside.length > 0 && (
        <Suspense>
          <BesideList views={beside} onShow={show} />
        </Suspense>
      )}
      {request.status === 'known' ? <Known {...props} request={request} /> : <Loading request={request} />}
    </>
  );
}
